#pragma once

// Dear ImGui as the playground needs it: drawing and interaction only. The page owns the keyboard,
// the clipboard and all files. The compiler is given this file as IMGUI_USER_CONFIG.

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_DISABLE_DEFAULT_FORMAT_FUNCTIONS  // formatting.cpp has them
#define IMGUI_DEFINE_MATH_OPERATORS

// Its mathematics, as it has them itself but for the logarithm, which the core has, and sine and
// cosine: those of the C library bring tables for huge angles along. The functions are declared before
// its own headers need them.
#define IMGUI_DISABLE_DEFAULT_MATH_FUNCTIONS
#include <cmath>
#include <cstdlib>

#include "core/logarithm.h"
#include "core/sine.h"
#define ImFabs(X) std::fabs(static_cast<float>(X))
#define ImSqrt(X) std::sqrt(static_cast<float>(X))
#define ImFmod(X, Y) std::fmod(static_cast<float>(X), static_cast<float>(Y))
#define ImCos(X) static_cast<float>(marginscope::cosine(X))
#define ImSin(X) static_cast<float>(marginscope::sine(X))
#define ImAcos(X) std::acos(static_cast<float>(X))
#define ImAtan2(Y, X) std::atan2(static_cast<float>(Y), static_cast<float>(X))
#define ImAtof(TEXT) std::atof(TEXT)
#define ImCeil(X) std::ceil(static_cast<float>(X))
inline float ImPow(float x, float y) { return std::pow(x, y); }
inline double ImPow(double x, double y) { return std::pow(x, y); }
inline float ImLog(float x) { return static_cast<float>(marginscope::logarithm(x)); }
inline double ImLog(double x) { return marginscope::logarithm(x); }
inline int ImAbs(int x) { return x < 0 ? -x : x; }
inline float ImAbs(float x) { return std::fabs(x); }
inline double ImAbs(double x) { return std::fabs(x); }
inline float ImSign(float x) { return x < 0 ? -1.0F : x > 0 ? 1.0F : 0.0F; }
inline double ImSign(double x) { return x < 0 ? -1.0 : x > 0 ? 1.0 : 0.0; }
inline float ImRsqrt(float x) { return 1 / std::sqrt(x); }
inline double ImRsqrt(double x) { return 1 / std::sqrt(x); }

// Only what reads settings files asks for it, and the page keeps none.
#include <cstdio>
#define sscanf(...) 0

// Thousands of patterns make more than 65,536 vertices in one list.
#define ImDrawIdx unsigned int

#ifdef NDEBUG
#define IM_ASSERT(EXPR) ((void)(EXPR))
#endif
