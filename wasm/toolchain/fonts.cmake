# The fonts of the canvas, which assets/fonts/make.py cut to the glyphs in use, as arrays in <fonts.h>.

set(fonts "")
foreach(name text strong symbol upright)
  set(font ${CMAKE_SOURCE_DIR}/assets/fonts/${name}.ttf)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${font})
  file(READ ${font} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND fonts "inline constexpr unsigned char ${name}_font[] = {${bytes}};\n")
endforeach()
file(CONFIGURE OUTPUT fonts/fonts.h CONTENT "#pragma once\n\nnamespace marginscope {\n${fonts}}\n")
add_library(marginscope_fonts INTERFACE)
target_include_directories(marginscope_fonts INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/fonts)
