# The toolchain file of the wasm preset. Where Emscripten is was found out by the set-up.

set(found "${CMAKE_CURRENT_LIST_DIR}/../../build/toolchain.cmake")
include("${found}" OPTIONAL)
if(NOT MARGINSCOPE_EMSCRIPTEN)
  message(FATAL_ERROR "No Emscripten has been set up for this clone yet: run `npm run build` once.")
endif()
include("${MARGINSCOPE_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")
