# The programs for this machine: command line, experiments, tests, benchmarks.

# Sanitized, which is never in a hurry, they are compiled in half of the time with -O1.
set_source_files_properties(${inner_loops} PROPERTIES
  COMPILE_OPTIONS "$<IF:$<BOOL:${MARGINSCOPE_SANITIZE}>,-fsanitize=alignment,-O3>")

include(wasm/toolchain/package.cmake)

find_package(Threads REQUIRED)

# What needs threads or files stands apart from what the page compiles too.
marginscope_sources(experiment_sources src/core/native src/experiment src/experiment/native)
add_library(marginscope_experiment STATIC ${experiment_sources})
target_link_libraries(marginscope_experiment
  PUBLIC marginscope_core Threads::Threads)
target_precompile_headers(marginscope_experiment REUSE_FROM marginscope_core)

include(wasm/toolchain/command_line.cmake)
# It only reads options and prints: what it computes is in the core.
target_compile_options(marginscope_cli11 PRIVATE -Og)
target_compile_options(marginscope_cli PRIVATE -Og)
add_executable(marginscope src/cli/main.cpp)
target_link_libraries(marginscope PRIVATE marginscope_cli)

# The same under MPI, where there is one; nobody who does not ask for it waits for it. The compiler is
# named so that an installation is noticed by the next build.
file(GLOB mpi_compiler CONFIGURE_DEPENDS /usr/bin/mpicxx)
set(MPI_CXX_SKIP_MPICXX TRUE)  # the old bindings
find_package(MPI QUIET COMPONENTS CXX)
if(MPI_CXX_FOUND)
  add_executable(marginscope_mpi EXCLUDE_FROM_ALL src/cli/mpi/main.cpp)
  set_target_properties(marginscope_mpi PROPERTIES OUTPUT_NAME marginscope-mpi)
  target_link_libraries(marginscope_mpi PRIVATE marginscope_cli MPI::MPI_CXX)
  target_precompile_headers(marginscope_mpi REUSE_FROM marginscope_cli)
  target_compile_options(marginscope_mpi PRIVATE -Og)
endif()

# Solvers that ours are compared with, by tests only. The headers are named so that an installation is
# noticed by the next build.
file(GLOB peer_headers CONFIGURE_DEPENDS /usr/include/libsvm/svm.h /usr/include/linear.h)
find_path(peer_svm_folder libsvm/svm.h NO_CACHE)
find_path(peer_linear_folder linear.h NO_CACHE)
find_library(peer_svm svm NO_CACHE)
find_library(peer_linear linear NO_CACHE)

marginscope_sources(test_sources tests/native tests/native/support tests/native/native_only)
if(peer_svm AND peer_linear AND peer_svm_folder AND peer_linear_folder)
  set(peers TRUE)
else()
  set(peers FALSE)
  list(FILTER test_sources EXCLUDE REGEX "/peers_test\\.cpp$")
endif()
# liblinear's header has names of its own for everybody: `problem`, `model`, `train`.
set_source_files_properties(tests/native/native_only/peers_test.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
if(NOT TARGET marginscope_mpi)
  list(FILTER test_sources EXCLUDE REGEX "/ranks_test\\.cpp$")
endif()
if(test_sources)
  add_executable(marginscope_tests ${test_sources})
  target_include_directories(marginscope_tests PRIVATE tests/native)
  marginscope_precompile(marginscope_tests <doctest/doctest.h> <Eigen/Dense>
    src/core/run.h src/core/text.h)
  marginscope_compile_together(marginscope_tests)
  # What is tested is optimised; the tests themselves only have to compile quickly.
  target_compile_options(marginscope_tests PRIVATE -Og)
  target_link_libraries(marginscope_tests PRIVATE
    marginscope_experiment marginscope_views
    marginscope_core marginscope::doctest marginscope::json)
  if(peers)
    target_include_directories(marginscope_tests SYSTEM PRIVATE ${peer_svm_folder} ${peer_linear_folder})
    target_link_libraries(marginscope_tests PRIVATE ${peer_svm} ${peer_linear})
  endif()
  # The command line is tested as a program, found beside the tests.
  add_dependencies(marginscope_tests marginscope)
  if(TARGET marginscope_mpi)
    add_dependencies(marginscope_tests marginscope_mpi)
  endif()
endif()

# The panels of the page, driven without a screen. Only the tests need them.
include(wasm/toolchain/app.cmake)
# Dear ImGui tells the tests of its items as they are made (tests/native/app/targets_test.cpp).
target_compile_definitions(marginscope_imgui PUBLIC IMGUI_ENABLE_TEST_ENGINE)
marginscope_compile_together(marginscope_app)
marginscope_sources(app_test_sources tests/native/app)
list(APPEND app_test_sources tests/native/support/random_scenes.cpp tests/native/support/random_settings.cpp
  tests/native/support/sanitizers.cpp)
add_executable(marginscope_app_tests ${app_test_sources})
target_include_directories(marginscope_app_tests PRIVATE tests/native)
marginscope_precompile(marginscope_app_tests <doctest/doctest.h> <imgui.h>
  src/session/session.h wasm/app/ui.h)
marginscope_compile_together(marginscope_app_tests)
target_compile_options(marginscope_app_tests PRIVATE -Og)
target_link_libraries(marginscope_app_tests PRIVATE marginscope_app marginscope::doctest)
set_target_properties(marginscope_imgui marginscope_app marginscope_app_tests
  PROPERTIES EXCLUDE_FROM_ALL TRUE)

# What the processor can do at the most is measured by inner loops, too.
set_source_files_properties(tests/bench/limits.cpp PROPERTIES COMPILE_OPTIONS -O3)
marginscope_sources(bench_sources tests/bench)
if(NOT peers)
  list(FILTER bench_sources EXCLUDE REGEX "/lauer_protocol\\.cpp$")
endif()
if(bench_sources)
  add_executable(marginscope_bench ${bench_sources})
  target_include_directories(marginscope_bench PRIVATE tests/native)
  target_compile_definitions(marginscope_bench PRIVATE
    MARGINSCOPE_BENCH_FOLDER="${CMAKE_SOURCE_DIR}/tests/bench")
  target_link_libraries(marginscope_bench PRIVATE
    marginscope_experiment marginscope_session marginscope_core marginscope_cli11 marginscope::json)
  if(peers)
    target_compile_definitions(marginscope_bench PRIVATE MARGINSCOPE_PEERS)
    target_include_directories(marginscope_bench SYSTEM PRIVATE ${peer_svm_folder} ${peer_linear_folder})
    target_link_libraries(marginscope_bench PRIVATE ${peer_svm} ${peer_linear})
  endif()
endif()
