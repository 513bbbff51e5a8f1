# The command line but for its `main`: natively there are two, and one as wasm.

# CLI11's own functions are compiled once, not in each file that uses them.
get_target_property(cli11_folder marginscope::cli11 INTERFACE_INCLUDE_DIRECTORIES)
file(GLOB cli11_parts RELATIVE ${cli11_folder} ${cli11_folder}/CLI/impl/*.hpp)
list(TRANSFORM cli11_parts REPLACE "(.+)" "#include <\\1>\n")
list(JOIN cli11_parts "" cli11_parts)
file(CONFIGURE OUTPUT cli11.cpp CONTENT "#include <CLI/CLI.hpp>\n${cli11_parts}")
add_library(marginscope_cli11 STATIC ${CMAKE_CURRENT_BINARY_DIR}/cli11.cpp)
target_compile_definitions(marginscope_cli11 PUBLIC CLI11_COMPILE)
target_link_libraries(marginscope_cli11 PUBLIC marginscope::cli11)

marginscope_sources(cli_sources src/cli)
list(FILTER cli_sources EXCLUDE REGEX "/main\\.cpp$")
if(EMSCRIPTEN)
  list(FILTER cli_sources EXCLUDE REGEX "/begin_program\\.cpp$")  # it catches, which the module cannot
endif()
add_library(marginscope_cli STATIC ${cli_sources})
target_link_libraries(marginscope_cli PUBLIC
  marginscope_experiment marginscope_views marginscope_core
  marginscope_cli11 marginscope::json)
target_compile_definitions(marginscope_cli PUBLIC MARGINSCOPE_VERSION="${PROJECT_VERSION}")
marginscope_precompile(marginscope_cli <CLI/CLI.hpp> <nlohmann/json.hpp>
  src/experiment/experiment.h src/scene/scene.h src/core/text.h)
marginscope_compile_together(marginscope_cli)
