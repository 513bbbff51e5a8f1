# The page's modules and the tests as wasm.

set(node_programs "${CMAKE_SOURCE_DIR}/node_modules/.bin")

# The core is compiled once: what the tests run is what the page runs. Its inner loops are compiled for
# speed, the rest for size.
target_compile_options(marginscope_core PRIVATE -flto -Oz -msimd128 -msse2 -fno-exceptions)
# Eigen's expressions on SIMD lanes weigh 15 KB of a first visit (gzip). Without them factorisations of
# 1,000 patterns take 1.2 to 1.9 times as long and the other steps about as long as before; the loops of
# the support vector machines and the exponential are written for the lanes themselves.
target_compile_definitions(marginscope_flags INTERFACE EIGEN_DONT_VECTORIZE)
set_source_files_properties(
  src/core/exponential.cpp src/solvers/kernels/kernel_rows.cpp src/solvers/margins/margin_updates.cpp
  src/solvers/pairs/pair_selection.cpp
  PROPERTIES COMPILE_OPTIONS -O2)
target_compile_options(marginscope_session PRIVATE -flto -Oz -fno-exceptions)

# Everything that is not an inner loop is compiled for size: it is downloaded before anything can be seen.
set(small -Oz -flto -fno-exceptions -fno-rtti)

# What the page loads: NAME.mjs, NAME.wasm and NAME.d.ts, which makes a module by the function FACTORY.
function(marginscope_page_module target name factory)
  target_include_directories(${target} PRIVATE wasm)
  target_compile_options(${target} PRIVATE ${small})
  # Type names that only a debugger would show need run-time type information; without it they are left out.
  target_compile_definitions(${target} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_libraries(${target} PRIVATE marginscope_core)
  target_link_options(${target} PRIVATE
    ${small}
    --bind
    # The page's content-security policy forbids making functions from text.
    -sDYNAMIC_EXECUTION=0
    -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=${factory}
    -sENVIRONMENT=web,worker
    -sFILESYSTEM=0
    -sALLOW_MEMORY_GROWTH
    -sSTACK_SIZE=1MB
    -sMALLOC=emmalloc
    --emit-tsd ${name}.d.ts)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    SUFFIX .mjs
    # Emscripten makes the type declarations with TypeScript's compiler, which it looks for on the PATH.
    RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env PATH=${node_programs}:$ENV{PATH}")
endfunction()

marginscope_sources(laboratory_sources wasm/laboratory)
add_executable(laboratory ${laboratory_sources})
marginscope_page_module(laboratory laboratory createLaboratory)

marginscope_sources(app_sources wasm wasm/app wasm/app/*)
if(app_sources)
  add_library(marginscope_imgui STATIC
    ${marginscope_imgui_folder}/imgui.cpp
    ${marginscope_imgui_folder}/imgui_draw.cpp
    ${marginscope_imgui_folder}/imgui_widgets.cpp)
  target_compile_options(marginscope_imgui PRIVATE ${small})
  target_compile_definitions(marginscope_imgui PUBLIC
    IMGUI_USER_CONFIG="app/imgui_config.h")
  target_include_directories(marginscope_imgui PUBLIC wasm)
  target_link_libraries(marginscope_imgui PUBLIC marginscope::imgui)

  add_executable(playground ${app_sources})
  marginscope_page_module(playground marginscope createMarginscope)
  # The fonts are made by wasm/toolchain/fonts.mjs.
  target_include_directories(playground PRIVATE build/fonts)
  target_link_libraries(playground PRIVATE
    marginscope_session marginscope_imgui)
  # Of WebGL the renderer needs buffers, textures and one program, no extensions.
  target_link_options(playground PRIVATE
    -sMAX_WEBGL_VERSION=2 -sMIN_WEBGL_VERSION=2
    -sGL_TRACK_ERRORS=0
    -sGL_POOL_TEMP_BUFFERS=0
    -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0
    -sGL_SUPPORT_SIMPLE_ENABLE_EXTENSIONS=0
    -sGL_EXTENSIONS_IN_PREFIXED_FORMAT=0
    -sGL_SUPPORT_EXPLICIT_SWAP_CONTROL=0)
endif()

marginscope_sources(test_sources tests/native)
if(test_sources)
  add_executable(marginscope_tests ${test_sources})
  target_include_directories(marginscope_tests PRIVATE tests/native)
  marginscope_precompile_test_headers()
  # doctest leaves a failed REQUIRE by an exception; only the tests themselves are compiled with them.
  target_compile_options(marginscope_tests PRIVATE -O1 -fwasm-exceptions)
  target_link_libraries(marginscope_tests PRIVATE
    marginscope_session marginscope_core marginscope::doctest marginscope::json)
  target_link_options(marginscope_tests PRIVATE
    -O1 -fwasm-exceptions
    # Files and environment variables are those of the machine.
    -sENVIRONMENT=node -sNODERAWFS=1 -sNODE_HOST_ENV=1
    -sEXIT_RUNTIME=1
    -sALLOW_MEMORY_GROWTH
    -sSTACK_SIZE=1MB)
  # The project's package.json makes every .js file an ES module; this one is not.
  set_target_properties(marginscope_tests PROPERTIES SUFFIX .cjs)
endif()
