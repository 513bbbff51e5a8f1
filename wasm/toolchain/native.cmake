# The programs for this machine: command line, experiments, tests, benchmarks.

find_package(Threads REQUIRED)

marginscope_sources(experiment_sources src/experiment)
if(experiment_sources)
  add_library(marginscope_experiment STATIC ${experiment_sources})
  target_link_libraries(marginscope_experiment
    PUBLIC marginscope_core marginscope::json Threads::Threads)
endif()

marginscope_sources(cli_sources src/cli)
if(cli_sources)
  add_executable(marginscope ${cli_sources})
  target_link_libraries(marginscope PRIVATE
    $<TARGET_NAME_IF_EXISTS:marginscope_experiment> marginscope_core marginscope::cli11 marginscope::json)
endif()

marginscope_sources(test_sources tests/native tests/native/native_only)
if(test_sources)
  add_executable(marginscope_tests ${test_sources})
  target_include_directories(marginscope_tests PRIVATE tests/native)
  marginscope_precompile_test_headers()
  if(NOT MARGINSCOPE_SANITIZE)
    # What is tested is optimised; the tests themselves only have to compile quickly.
    target_compile_options(marginscope_tests PRIVATE -O1)
  endif()
  target_link_libraries(marginscope_tests PRIVATE
    $<TARGET_NAME_IF_EXISTS:marginscope_experiment> $<TARGET_NAME_IF_EXISTS:marginscope_session>
    marginscope_core marginscope::doctest marginscope::json)
  if(TARGET marginscope)
    # The command line is tested as a program, found beside the tests.
    add_dependencies(marginscope_tests marginscope)
  endif()
endif()

marginscope_sources(bench_sources tests/bench)
if(bench_sources)
  add_executable(marginscope_bench ${bench_sources})
  target_link_libraries(marginscope_bench PRIVATE
    $<TARGET_NAME_IF_EXISTS:marginscope_session> marginscope_core)
endif()
