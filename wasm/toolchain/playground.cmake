# The page's modules and the tests as wasm.

set(node_programs "${CMAKE_SOURCE_DIR}/node_modules/.bin")

option(MARGINSCOPE_DEVELOPMENT "Compile modules that are quick to make instead of small ones" OFF)

# The page is compiled for size, as a whole program: it is downloaded before anything can be seen. Development
# compiles each file to its end; there -flto only takes the C++ library that the page has.
if(MARGINSCOPE_DEVELOPMENT)
  set(small -O1)
  set(small_link -O1 -flto)
else()
  set(small -Oz -flto)
  set(small_link ${small})
endif()
list(APPEND small -fno-exceptions)
# Linking, these choose the variants of the C++ library and of embind.
list(APPEND small_link -fno-exceptions -fno-rtti)

# The core is compiled once: what the tests run is what the page runs. SIMD is for inner loops alone, each of which is compiled to its
# end by itself: as a part of the whole program it would have every other function compiled with SIMD, too, to copy by. Such a
# function JavaScriptCore does not interpret but compiles while the first frame waits for it, and the page weighs 8 KB more (gzip).
target_compile_options(marginscope_core PRIVATE ${small})
target_compile_options(marginscope_session PRIVATE ${small})
target_compile_options(marginscope_views PRIVATE ${small})
set(for_speed "-O2;-fno-lto;-msimd128;-msse2")
set_source_files_properties(${inner_loops} PROPERTIES COMPILE_OPTIONS "${for_speed}")

# What a page loads, NAME.mjs and NAME.wasm, which makes a module by the function FACTORY, out of the
# sources of an object library and the file that binds them to JavaScript.
#
# NAME.d.ts, which only the checks of types read, comes from a program of its own: the same objects, and the
# bindings with the declarations of their types.
function(marginscope_module target name factory bindings)
  target_include_directories(${target}_objects PUBLIC wasm)
  target_compile_options(${target}_objects PUBLIC ${small})
  # Type names that only a debugger would show need run-time type information; without it they are left out.
  target_compile_definitions(${target}_objects PUBLIC EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_libraries(${target}_objects PUBLIC marginscope_core)
  foreach(program ${target} ${target}_declarations)
    add_executable(${program} ${bindings})
    target_link_libraries(${program} PRIVATE ${target}_objects)
    target_link_options(${program} PRIVATE
      --bind
      # The page's content-security policy forbids making functions from text.
      -sDYNAMIC_EXECUTION=0
      -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=${factory}
      -sFILESYSTEM=0
      -sALLOW_MEMORY_GROWTH
      # The page's own code asks for memory too (texts that go in) and does not look whether it came.
      -sABORTING_MALLOC
      -sSTACK_SIZE=1MB
      -sMALLOC=emmalloc)
    set_target_properties(${program} PROPERTIES OUTPUT_NAME ${name} SUFFIX .mjs)
  endforeach()
  target_link_options(${target} PRIVATE ${small_link})

  target_compile_definitions(${target}_declarations PRIVATE MARGINSCOPE_DECLARATIONS)
  target_link_options(${target}_declarations PRIVATE -O1 -flto -fno-exceptions -fno-rtti --emit-tsd ${name}.d.ts)
  set_target_properties(${target}_declarations PROPERTIES
    EXCLUDE_FROM_ALL ON
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/declarations
    # Emscripten makes the type declarations with TypeScript's compiler, which it looks for on the PATH.
    RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env PATH=${node_programs}:$ENV{PATH}")
endfunction()

include(wasm/toolchain/app.cmake)
# Always with the optimiser of the whole program: it drops what needs the parts of ImGui that are left out.
target_compile_options(marginscope_imgui PRIVATE -Oz -flto -fno-exceptions)
target_compile_options(marginscope_app PRIVATE ${small})

marginscope_sources(playground_sources wasm)
set(playground_bindings ${CMAKE_SOURCE_DIR}/wasm/bindings.cpp)
list(REMOVE_ITEM playground_sources ${playground_bindings})
add_library(playground_objects OBJECT ${playground_sources})
target_link_libraries(playground_objects PUBLIC marginscope_app)
marginscope_module(playground marginscope createMarginscope ${playground_bindings})
marginscope_precompile(playground_objects <emscripten/val.h> <imgui.h>
  src/session/session.h)
# Of WebGL the canvas needs buffers, textures and one program, no extensions.
set(canvas_link
  -sMAX_WEBGL_VERSION=2 -sMIN_WEBGL_VERSION=2
  -sGL_TRACK_ERRORS=0
  -sGL_POOL_TEMP_BUFFERS=0
  -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0
  -sGL_SUPPORT_SIMPLE_ENABLE_EXTENSIONS=0
  -sGL_EXTENSIONS_IN_PREFIXED_FORMAT=0
  -sGL_SUPPORT_EXPLICIT_SWAP_CONTROL=0)
target_link_options(playground_objects INTERFACE ${canvas_link})

# All that the page hands over: how the module's first part is made (web/src/deferred.ts).
target_link_options(playground_objects INTERFACE -sENVIRONMENT=web,worker -sINCOMING_MODULE_JS_API=instantiateWasm)
# The part that the opening scene does without is told apart by the names of its functions.
target_link_options(playground PRIVATE --profiling-funcs)
execute_process(COMMAND ${EMSCRIPTEN_ROOT_PATH}/em-config BINARYEN_ROOT
  OUTPUT_VARIABLE binaryen OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_program(MARGINSCOPE_NODE node REQUIRED)
set(split ${CMAKE_SOURCE_DIR}/wasm/toolchain/split.mjs)
set(deferred_functions ${CMAKE_SOURCE_DIR}/wasm/toolchain/deferred_functions.txt)
set_property(TARGET playground APPEND PROPERTY LINK_DEPENDS ${split} ${deferred_functions})
add_custom_command(TARGET playground POST_BUILD
  COMMAND ${MARGINSCOPE_NODE} ${split} ${binaryen} marginscope.wasm ${deferred_functions}
  BYPRODUCTS marginscope.deferred.wasm
  VERBATIM)

# Behind the playground, so that this is compiled while the playground is linked.
marginscope_sources(laboratory_sources wasm/laboratory)
set(laboratory_bindings ${CMAKE_SOURCE_DIR}/wasm/laboratory/bindings.cpp)
list(REMOVE_ITEM laboratory_sources ${laboratory_bindings})
add_library(laboratory_objects OBJECT ${laboratory_sources})
marginscope_sources(experiment_sources src/experiment)
add_library(marginscope_experiment STATIC ${experiment_sources})
target_link_libraries(marginscope_experiment PUBLIC marginscope_core)
target_compile_options(marginscope_experiment PRIVATE ${small})
target_precompile_headers(marginscope_experiment REUSE_FROM marginscope_core)
target_link_libraries(laboratory_objects PUBLIC marginscope_views marginscope_experiment)
marginscope_module(laboratory laboratory createLaboratory ${laboratory_bindings})
# All that the page hands over: the module, which it has compiled (web/src/wasm_file.ts).
target_link_options(laboratory_objects INTERFACE -sENVIRONMENT=web,worker -sINCOMING_MODULE_JS_API=instantiateWasm)

# The core without the page, which `npm pack` puts beside its typed layer.
marginscope_sources(library_sources wasm/library)
set(library_bindings ${CMAKE_SOURCE_DIR}/wasm/library/bindings.cpp)
list(REMOVE_ITEM library_sources ${library_bindings})
add_library(library_objects OBJECT ${library_sources})
target_link_libraries(library_objects PUBLIC marginscope_session)
marginscope_module(library marginscope_library createLibrary ${library_bindings})
target_link_options(library_objects INTERFACE
  -sENVIRONMENT=web,worker,node -sINCOMING_MODULE_JS_API=locateFile,printErr)
set_target_properties(library library_declarations PROPERTIES EXCLUDE_FROM_ALL ON)

# Beside which the playground's first frame is timed.
add_library(bare_objects OBJECT EXCLUDE_FROM_ALL wasm/canvas.cpp)
target_link_libraries(bare_objects PUBLIC marginscope_imgui marginscope_fonts)
marginscope_module(bare bare createBare ${CMAKE_SOURCE_DIR}/tests/bench/page/bare.cpp)
target_link_options(bare_objects INTERFACE ${canvas_link} -sENVIRONMENT=web,worker -sINCOMING_MODULE_JS_API=locateFile)
set_target_properties(bare PROPERTIES EXCLUDE_FROM_ALL ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bare)
configure_file(tests/bench/page/bare.html bare/index.html COPYONLY)

marginscope_sources(test_sources tests/native tests/native/support)
if(test_sources)
  add_executable(marginscope_tests ${test_sources})
  target_include_directories(marginscope_tests PRIVATE tests/native)
  marginscope_precompile(marginscope_tests <doctest/doctest.h> <Eigen/Dense>
    src/core/run.h src/core/text.h)
  marginscope_compile_together(marginscope_tests)
  # Without exceptions the C++ library is the page's. A failed REQUIRE then ends the whole run.
  target_compile_options(marginscope_tests PRIVATE -O1 -fno-exceptions)
  target_compile_definitions(marginscope_tests PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS)
  target_link_libraries(marginscope_tests PRIVATE
    marginscope_views marginscope_core marginscope::doctest)
  target_link_options(marginscope_tests PRIVATE
    -O1 -flto -fno-exceptions -fno-rtti
    # Files and environment variables are those of the machine.
    -sENVIRONMENT=node -sNODERAWFS=1 -sNODE_HOST_ENV=1
    -sEXIT_RUNTIME=1
    -sALLOW_MEMORY_GROWTH
    -sSTACK_SIZE=1MB
    -sMALLOC=emmalloc)
  # The project's package.json makes every .js file an ES module; this one is not.
  set_target_properties(marginscope_tests PROPERTIES SUFFIX .cjs)
endif()

# The fit that the benchmarks time beside libsvm's ports to wasm, compiled and linked as what the page runs; and what
# wasm can do at the most, which is measured by inner loops, too.
add_executable(marginscope_bench_fits EXCLUDE_FROM_ALL
  tests/bench/wasm/fits.cpp tests/bench/limits.cpp tests/bench/row.cpp tests/bench/works.cpp)
set_source_files_properties(tests/bench/limits.cpp PROPERTIES COMPILE_OPTIONS "${for_speed}")
target_include_directories(marginscope_bench_fits PRIVATE tests/native)
target_compile_options(marginscope_bench_fits PRIVATE ${small})
# What is drawn below a size has 64 bits also where sizes have 32.
set_source_files_properties(tests/bench/row.cpp PROPERTIES COMPILE_OPTIONS -Wno-shorten-64-to-32)
target_link_libraries(marginscope_bench_fits PRIVATE marginscope_core)
target_link_options(marginscope_bench_fits PRIVATE
  ${small_link}
  -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=node
  -sFILESYSTEM=0
  -sEXPORTED_RUNTIME_METHODS=HEAPF64
  -sALLOW_MEMORY_GROWTH
  -sABORTING_MALLOC
  -sSTACK_SIZE=1MB
  -sMALLOC=emmalloc)
set_target_properties(marginscope_bench_fits PROPERTIES SUFFIX .mjs)

# The command line for Node. What the site says of itself is printed by it when the site is built (web/site/command_line.ts),
# also where there is no compiler for the machine itself. Nothing is thrown but for a command that is wrong, which
# ends the build of the site.
marginscope_sources(file_sources src/core/native src/experiment/native)
add_library(marginscope_files OBJECT ${file_sources})
target_link_libraries(marginscope_files PRIVATE marginscope_experiment)
include(wasm/toolchain/command_line.cmake)
foreach(library marginscope_files marginscope_cli11 marginscope_cli)
  target_compile_options(${library} PRIVATE -O1 -fignore-exceptions)
endforeach()
add_executable(marginscope_command_line src/cli/wasm/main.cpp $<TARGET_OBJECTS:marginscope_files>)
target_link_libraries(marginscope_command_line PRIVATE marginscope_cli)
target_link_options(marginscope_command_line PRIVATE
  -O1 -flto -fno-rtti
  # What pointers to exceptions count with, which the parser of options has.
  -Wl,--undefined=__cxa_increment_exception_refcount
  -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=node
  -sFORCE_FILESYSTEM -sEXPORTED_RUNTIME_METHODS=FS
  -sEXIT_RUNTIME
  -sALLOW_MEMORY_GROWTH
  -sSTACK_SIZE=1MB
  -sMALLOC=emmalloc)
set_target_properties(marginscope_command_line PROPERTIES OUTPUT_NAME command_line SUFFIX .mjs)
