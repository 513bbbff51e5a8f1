#pragma once  // for every room above

// How much memory a training may take. Every solver says beforehand what it will hold
// (Solver::memory_needed) and is refused where that is more.

#include "core/problem.h"

namespace marginscope {

// N patterns of p features, in numbers whose products do not overflow.
struct ProblemSize {
  double N = 0, p = 0;
  double classes = 2;  // 0 in regression
};

ProblemSize size_of(const Problem& problem);

// What a matrix takes, in bytes.
constexpr double matrix_bytes(double rows, double columns) {
  return rows * columns * sizeof(double);
}

// What a training may take where nobody says otherwise, in bytes. In a page, whose addresses end at
// 2 GB, 1.2 GB: the data, the states that are kept for a way back, and what is drawn need room too.
// Natively half of the machine's memory.
double usual_memory();

// What a training may take of that whose rows of a kernel matrix can make room for each other: more
// would only save it computing some again. In bytes.
#ifdef __wasm__
inline constexpr double row_training_memory = 256.0 * (1 << 20);
#else
inline constexpr double row_training_memory = 1024.0 * (1 << 20);
#endif

// Where the system has large pages, the whole ones inside of this memory shall be some: the first touch
// of 32 MB in pages of 4 kilobytes takes as long as a Gaussian kernel for each of its numbers. Advice
// that need not be taken.
void ask_for_large_pages(void* first, std::size_t bytes);

// The system has these whole pages back, and what is in them is lost: the next touch is a first one.
void drop_pages(void* first, std::size_t bytes);

// The system may have these whole pages back when it needs some; what is in them is lost then, or else
// stays theirs without a first touch.
void offer_pages(void* first, std::size_t bytes);

}  // namespace marginscope
