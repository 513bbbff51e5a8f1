# The playground on a screen: Dear ImGui and the panels. On the page they draw on the canvas; natively
# the tests drive them without anything to see.

set(imgui_sources
  ${marginscope_imgui_folder}/imgui.cpp
  ${marginscope_imgui_folder}/imgui_draw.cpp
  ${marginscope_imgui_folder}/imgui_widgets.cpp)
set_source_files_properties(${imgui_sources} PROPERTIES COMPILE_OPTIONS -w)
# What closes parts that were left open: of these the playground opens none (wasm/app/imgui/unused_parts.cpp).
set_source_files_properties(${marginscope_imgui_folder}/imgui.cpp PROPERTIES COMPILE_DEFINITIONS
  "EndTabBar=EndNoTabBar;EndMultiSelect=EndNoMultiSelect;EndMenuBar=EndNoMenuBar;TreePop=PopNoTree")
marginscope_sources(imgui_replacements wasm/app/imgui)
add_library(marginscope_imgui STATIC ${imgui_sources} ${imgui_replacements})
target_compile_definitions(marginscope_imgui PUBLIC IMGUI_USER_CONFIG="app/imgui/config.h")
target_include_directories(marginscope_imgui PUBLIC wasm)
target_link_libraries(marginscope_imgui PUBLIC marginscope::imgui PRIVATE marginscope_flags)

marginscope_sources(app_sources wasm/app)
add_library(marginscope_app STATIC ${app_sources})
include(wasm/toolchain/fonts.cmake)
target_link_libraries(marginscope_app
  PRIVATE marginscope_fonts PUBLIC marginscope_views marginscope_imgui)
marginscope_precompile(marginscope_app <imgui.h>
  src/session/session.h wasm/app/ui.h)
