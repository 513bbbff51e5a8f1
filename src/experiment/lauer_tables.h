#pragma once  // for src/experiment only

// The numbers that F. Lauer and G. Bloch print in "Ho-Kashyap classifier with early stopping for
// regularization", Pattern Recognition Letters 27(9), 2006: in Tables 1 and 3 mean and standard
// deviation of the test errors in per cent, in Table 2 times. Where our cells differ, the most likely
// cause is kept beside the printed ones.

#include <optional>
#include <span>
#include <string_view>

#include "experiment/cell.h"

namespace marginscope {

enum class LauerTable { table_1, table_3 };

// The nine data sets in the order of the tables.
std::span<const std::string_view> lauer_datasets();

// The printed cell of a method (hk, hkes, hkesa, mhks, mhka, lsvm or svm), if the table has it.
std::optional<Publication> lauer_publication(LauerTable table, std::string_view dataset,
                                             std::string_view method);

// The printed time of a method over all realisations, in seconds, if Table 2 has it.
std::optional<Publication> lauer_seconds(std::string_view dataset, std::string_view method);

}  // namespace marginscope
