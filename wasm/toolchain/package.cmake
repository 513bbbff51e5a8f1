# The core as a CMake package: `cmake --install build/native --component library --prefix FOLDER`, then
# find_package(marginscope CONFIG) and marginscope::core. What it takes to be compiled is not handed on.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/marginscope)
set(header_folder ${CMAKE_INSTALL_INCLUDEDIR}/marginscope)

target_include_directories(marginscope_core INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# But for this: the functions that Eigen defines in its headers, and how it aligns what one side asks for and
# the other gives back, must be the same on both sides.
target_compile_definitions(marginscope_core INTERFACE
  $<INSTALL_INTERFACE:EIGEN_DONT_VECTORIZE> $<INSTALL_INTERFACE:EIGEN_NO_CPUID>)
target_compile_features(marginscope_core INTERFACE cxx_std_23)
set_target_properties(marginscope_core PROPERTIES EXPORT_NAME core)

install(TARGETS marginscope_core EXPORT marginscope COMPONENT library
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# A header says in its first line whether other rooms may include it; those of the core include its other ones.
file(GLOB public_headers RELATIVE ${CMAKE_SOURCE_DIR}/src CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/core/*.h)
foreach(room IN ITEMS solvers solvers/relearning stopping bounds data scene selection)
  file(GLOB headers RELATIVE ${CMAKE_SOURCE_DIR}/src CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${room}/*.h)
  foreach(header IN LISTS headers)
    file(STRINGS ${CMAKE_SOURCE_DIR}/src/${header} scope LIMIT_COUNT 1 REGEX "^#pragma once  // for every room above")
    if(scope)
      list(APPEND public_headers ${header})
    endif()
  endforeach()
endforeach()
foreach(header IN LISTS public_headers)
  cmake_path(GET header PARENT_PATH room)
  install(FILES src/${header} DESTINATION ${header_folder}/${room} COMPONENT library)
  list(APPEND installed_headers ${header_folder}/${header})
endforeach()
# Among a user's own files there may be another core/text.h: an installed header has the whole names of others.
install(CODE "set(headers ${installed_headers})" COMPONENT library)
install(CODE [[
  foreach(header IN LISTS headers)
    set(file "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${header}")
    file(READ "${file}" text)
    string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <marginscope/\\1>" text "${text}")
    file(WRITE "${file}" "${text}")
  endforeach()
]] COMPONENT library)

install(EXPORT marginscope NAMESPACE marginscope:: FILE marginscopeTargets.cmake COMPONENT library
  DESTINATION ${package_folder})
file(CONFIGURE OUTPUT package/marginscopeConfig.cmake @ONLY CONTENT [[
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 5.0 CONFIG)
include("${CMAKE_CURRENT_LIST_DIR}/marginscopeTargets.cmake")
]])
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/package/marginscopeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/marginscope COMPONENT library)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/package/marginscopeConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/package/marginscopeConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT library)
