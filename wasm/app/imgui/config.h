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

// Only what reads settings files asks for it, and the page keeps none.
#include <cstdio>
#define sscanf(...) 0

// Thousands of patterns make more than 65,536 vertices in one list.
#define ImDrawIdx unsigned int

#ifdef NDEBUG
#define IM_ASSERT(EXPR) ((void)(EXPR))
#endif
