#include "canvas.h"

#include <GLES3/gl3.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace marginscope {
namespace {

enum Attribute : GLuint { position, texture_place, tint };

// What is filled shows the white pixel of the typefaces' texture, which its fragments need not look up: most
// of the canvas is filled, and where graphics are drawn by software up to a quarter of a step goes on that.
constexpr char vertex_source[] =
    "#version 300 es\n"
    "layout(location=0)in vec2 p;layout(location=1)in vec2 t;layout(location=2)in vec4 c;"
    "uniform vec4 transform;uniform vec2 white;out vec2 place;out vec4 color;flat out int plain;"
    "void main(){place=t;color=c;plain=int(t==white);"
    "gl_Position=vec4(p*transform.xy+transform.zw,0,1);}";
// Shades that change slowly would show bands, one for each of the 256 steps of a channel: noise of less
// than half a step before rounding hides them. What is of one colour stays so.
constexpr char fragment_source[] =
    "#version 300 es\n"
    "precision highp float;uniform sampler2D image;"
    "in vec2 place;in vec4 color;flat in int plain;out vec4 result;"
    "void main(){result=color;if(plain==0)result*=textureLod(image,place,0.);"
    "float noise=fract(52.98*fract(dot(gl_FragCoord.xy,vec2(.06711,.005837))));"
    "result.rgb+=(noise-.5)/256.;}";

GLuint compiled(GLenum kind, const char* source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  return shader;
}

GLuint handle_of(ImTextureID id) { return static_cast<GLuint>(static_cast<std::intptr_t>(id)); }

void create(ImTextureData& texture) {
  GLuint handle = 0;
  glGenTextures(1, &handle);
  glBindTexture(GL_TEXTURE_2D, handle);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  }
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  }
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, texture.Width, texture.Height, 0, GL_RGBA,
               GL_UNSIGNED_BYTE, texture.GetPixels());
  texture.SetTexID(static_cast<ImTextureID>(handle));
  texture.SetStatus(ImTextureStatus_OK);
}

void update(ImTextureData& texture) {
  glBindTexture(GL_TEXTURE_2D, handle_of(texture.TexID));
  glPixelStorei(GL_UNPACK_ROW_LENGTH, texture.Width);
  for (const ImTextureRect& part : texture.Updates) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, part.x, part.y, part.w, part.h, GL_RGBA, GL_UNSIGNED_BYTE,
                    texture.GetPixelsAt(part.x, part.y));
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  texture.SetStatus(ImTextureStatus_OK);
}

void destroy(ImTextureData& texture) {
  const GLuint handle = handle_of(texture.TexID);
  glDeleteTextures(1, &handle);
  texture.SetTexID(ImTextureID_Invalid);
  texture.SetStatus(ImTextureStatus_Destroyed);
}

void bring_up_to_date(ImTextureData& texture) {
  switch (texture.Status) {
    case ImTextureStatus_WantCreate:
      create(texture);
      break;
    case ImTextureStatus_WantUpdates:
      update(texture);
      break;
    case ImTextureStatus_WantDestroy:
      if (texture.UnusedFrames > 0) destroy(texture);
      break;
    default:
      break;
  }
}

void attribute(Attribute which, int size, GLenum type, bool normalised, std::size_t offset) {
  glEnableVertexAttribArray(which);
  glVertexAttribPointer(which, size, type, normalised, sizeof(ImDrawVert),
                        reinterpret_cast<const void*>(offset));
}

}  // namespace

bool Canvas::start(const std::string& place, int width, int height) {
  place_ = place;
  // Before the context, which would else get memory for another size first.
  resize(width, height);
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = false;
  attributes.stencil = false;
  attributes.antialias = false;  // the draw lists smooth their own edges
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
      emscripten_webgl_create_context(place.c_str(), &attributes);
  if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS) {
    return false;
  }
  ImGui::CreateContext();
  return prepare();
}

// Compiles the program and tells Dear ImGui what is supported; the context is current.
bool Canvas::prepare() {
  program_ = glCreateProgram();
  glAttachShader(program_, compiled(GL_VERTEX_SHADER, vertex_source));
  glAttachShader(program_, compiled(GL_FRAGMENT_SHADER, fragment_source));
  glLinkProgram(program_);
  GLint linked = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (!linked) return false;
  transform_ = glGetUniformLocation(program_, "transform");
  white_ = glGetUniformLocation(program_, "white");

  GLuint layout = 0;
  glGenVertexArrays(1, &layout);
  glBindVertexArray(layout);
  glGenBuffers(1, &vertices_);
  glGenBuffers(1, &indices_);
  glBindBuffer(GL_ARRAY_BUFFER, vertices_);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
  attribute(position, 2, GL_FLOAT, false, offsetof(ImDrawVert, pos));
  attribute(texture_place, 2, GL_FLOAT, false, offsetof(ImDrawVert, uv));
  attribute(tint, 4, GL_UNSIGNED_BYTE, true, offsetof(ImDrawVert, col));
  glUseProgram(program_);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);

  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Renderer_TextureMaxWidth = platform.Renderer_TextureMaxHeight =
      2048;  // what every WebGL2 has
  return true;
}

bool Canvas::restart() {
  // Dear ImGui asks for textures that it still needs to be made again.
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
    if (texture->TexID == ImTextureID_Invalid) continue;
    texture->SetTexID(ImTextureID_Invalid);
    texture->SetStatus(ImTextureStatus_Destroyed);
  }
  return prepare();
}

void Canvas::resize(int width, int height) {
  if (width == width_ && height == height_) return;
  width_ = width;
  height_ = height;
  emscripten_set_canvas_element_size(place_.c_str(), width, height);
}

void Canvas::draw(ImDrawData& data, ImU32 ground) {
  if (data.Textures) {
    for (ImTextureData* texture : *data.Textures) bring_up_to_date(*texture);
  }
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, width_, height_);
  const ImVec4 color = ImGui::ColorConvertU32ToFloat4(ground);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  if (data.DisplaySize.x <= 0 || data.DisplaySize.y <= 0) return;

  glEnable(GL_SCISSOR_TEST);
  const float across = 2 / data.DisplaySize.x, down = -2 / data.DisplaySize.y;
  glUniform4f(transform_, across, down, -1 - data.DisplayPos.x * across,
              1 - data.DisplayPos.y * down);
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  glUniform2f(white_, white.x, white.y);
  const ImVec2 scale = data.FramebufferScale;
  for (const ImDrawList* list : data.CmdLists) {
    glBufferData(GL_ARRAY_BUFFER, list->VtxBuffer.size_in_bytes(), list->VtxBuffer.Data,
                 GL_STREAM_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, list->IdxBuffer.size_in_bytes(), list->IdxBuffer.Data,
                 GL_STREAM_DRAW);
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const ImVec4& clip = command.ClipRect;
      const auto left = static_cast<int>(std::max(0.0F, (clip.x - data.DisplayPos.x) * scale.x));
      const auto top = static_cast<int>(std::max(0.0F, (clip.y - data.DisplayPos.y) * scale.y));
      const auto right = std::min(width_, static_cast<int>((clip.z - data.DisplayPos.x) * scale.x));
      const auto bottom =
          std::min(height_, static_cast<int>((clip.w - data.DisplayPos.y) * scale.y));
      if (right <= left || bottom <= top || command.UserCallback) continue;
      glScissor(left, height_ - bottom, right - left, bottom - top);
      glBindTexture(GL_TEXTURE_2D, handle_of(command.GetTexID()));
      glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount),
                     sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                     reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)));
    }
  }
}

}  // namespace marginscope
