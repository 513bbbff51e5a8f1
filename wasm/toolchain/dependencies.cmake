# The libraries, each as a target of SYSTEM includes: marginscope::eigen, ::doctest, ::cli11, ::json, ::imgui.
#
# A library comes from the first of these that has it:
#   1. the folder that FETCHCONTENT_SOURCE_DIR_<NAME> names (the set-up hands its own folders over this way);
#   2. a CMake package of the machine, where it is new enough;
#   3. the upstream archive, pinned by its hash.

include(FetchContent)
include("${CMAKE_SOURCE_DIR}/build/toolchain.cmake" OPTIONAL)

# marginscope_library(NAME HEADER header [PACKAGE name version target] [URL address HASH algorithm=value])
function(marginscope_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;URL;HASH" "PACKAGE")
  string(TOUPPER ${name} upper)
  add_library(marginscope_lib_${name} INTERFACE)
  add_library(marginscope::${name} ALIAS marginscope_lib_${name})

  set(source "${FETCHCONTENT_SOURCE_DIR_${upper}}")
  if(NOT source AND arg_PACKAGE)
    list(POP_FRONT arg_PACKAGE package version target)
    # A header library fits every target: it may also come from outside the wasm system root.
    find_package(${package} ${version} CONFIG QUIET NO_CMAKE_FIND_ROOT_PATH)
    if(${package}_FOUND)
      get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
      target_include_directories(marginscope_lib_${name} SYSTEM INTERFACE ${includes})
      message(STATUS "${name}: ${package} ${${package}_VERSION} of this machine")
      return()
    endif()
  endif()
  if(NOT source AND arg_URL)
    FetchContent_Declare(${name} URL "${arg_URL}" URL_HASH "${arg_HASH}" SOURCE_SUBDIR headers-only)
    FetchContent_MakeAvailable(${name})
    set(source "${${name}_SOURCE_DIR}")
  endif()
  if(NOT source)
    message(FATAL_ERROR "${name} was not found: `npm run build:native` sets it up on Debian; elsewhere "
      "give CMake the folder of its sources with -DFETCHCONTENT_SOURCE_DIR_${upper}=FOLDER.")
  endif()

  find_path(marginscope_${name}_folder ${arg_HEADER} PATHS "${source}" "${source}/include"
    NO_CACHE NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT marginscope_${name}_folder)
    message(FATAL_ERROR "${name}: the folder ${source} does not contain ${arg_HEADER}.")
  endif()
  target_include_directories(marginscope_lib_${name} SYSTEM INTERFACE "${marginscope_${name}_folder}")
  set(marginscope_${name}_folder "${marginscope_${name}_folder}" PARENT_SCOPE)
endfunction()

marginscope_library(eigen HEADER Eigen/Core PACKAGE Eigen3 5.0 Eigen3::Eigen
  URL https://gitlab.com/libeigen/eigen/-/archive/5.0.1/eigen-5.0.1.tar.gz
  HASH SHA256=e9c326dc8c05cd1e044c71f30f1b2e34a6161a3b6ecf445d56b53ff1669e3dec)
marginscope_library(doctest HEADER doctest/doctest.h PACKAGE doctest 2.4.11 doctest::doctest
  URL https://github.com/doctest/doctest/archive/refs/tags/v2.4.12.tar.gz
  HASH SHA256=73381c7aa4dee704bd935609668cf41880ea7f19fa0504a200e13b74999c2d70)
# An assertion is a plain call: what it throws ends its test case.
target_compile_definitions(marginscope_lib_doctest INTERFACE DOCTEST_CONFIG_SUPER_FAST_ASSERTS)
marginscope_library(json HEADER nlohmann/json.hpp PACKAGE nlohmann_json 3.11 nlohmann_json::nlohmann_json
  URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
  HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)
marginscope_library(imgui HEADER imgui.h
  URL https://github.com/ocornut/imgui/archive/refs/tags/v1.92.5.tar.gz
  HASH SHA256=0eb50fe9aeba1a51f96b5843c7f630a32ed2e9362d693c61b87e4fa870cf826d)
marginscope_library(cli11 HEADER CLI/CLI.hpp PACKAGE CLI11 2.4 CLI11::CLI11
  URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.6.1.tar.gz
  HASH SHA256=377691f3fac2b340f12a2f79f523c780564578ba3d6eaf5238e9f35895d5ba95)
