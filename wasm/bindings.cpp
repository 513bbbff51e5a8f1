#include "canvas.h"
#include "commands.h"
#include "csv_preview.h"
#include "declarations.h"
#include "describe.h"
#include "views.h"

namespace marginscope {
namespace {

// The page has one canvas.
App* make_app() {
  static Canvas canvas;
  return new App(canvas);
}

}  // namespace

EMSCRIPTEN_BINDINGS(marginscope) {
  using namespace emscripten;

  declare_type<Refusal>("Refusal", refusal_type);
#ifdef MARGINSCOPE_DECLARATIONS
  declare_type<CommandObject>("Command", command_type);
  declare_type<AskId>("Ask", ask_type);
#endif
  declare_type<IterationRecord>("IterationRecord", iteration_record_type);
  declare_type<IterationRecords>("IterationRecords", "IterationRecord[]");
  declare_type<Description>("RawDescription", description_type);
  declare_type<Catalogue>("Catalogue", catalogue_type);
  declare_type<CatalogueField>("CatalogueField", field_type);
  declare_type<CanvasRequests>("CanvasRequests", requests_type);
  declare_type<CsvOffer>("CsvPreview", csv_offer_type);
  declare_type<Picture>("Picture", picture_type);
  declare_type<Painting>("Painting", painting_type);
  declare_type<ScenePicture>("ScenePicture", scene_picture_type);
  declare_type<ViewDescription>("ViewDescription", view_type);
  declare_type<DistributionDescription>("DistributionDescription", distribution_type);
  declare_type<PictureFile>("PictureFile", picture_file_type);
  declare_type<PictureViews>("PictureViews", "{ id: string; name: string }[]");

  class_<App>("App")
      .constructor(&make_app)
      .function("start", &App::start)
      .function("restore_graphics", &App::restore_graphics)
      .function("resize", &App::resize)
      .function("pass_time", &App::pass_time)
      .function("pointer", &App::pointer)
      .function("pointer_leave", &App::pointer_leave)
      .function("button", &App::button)
      .function("held_button", &App::held_button)
      .function("wheel", &App::wheel)
      .function("key", &App::key)
      .function("ends_by_escape", &App::ends_by_escape)
      .function("frame", &App::frame)
      .function("frames", &App::frames)
      .function("set_theme", &App::set_theme)
      .function("dark", &App::dark)
      .function("set_text_size", &App::set_text_size)
      .function("text_size", &App::text_size)
      .function("present", &App::present)
      .function("presenting", &App::presenting)
      .function("set_stage", &App::set_stage)
      .function("let_taps_select", &App::let_taps_select)
      .function("show_parts", &show_parts)
      .function("wanted_height", &App::wanted_height)
      .function("scale", &App::scale)
      .function("message_top", &App::message_top)
      .function("cursor", &App::cursor)
      .function("take_requests", &take_requests)
      .function("apply", &apply_command)
      .function("notify", &notify)
      .function("version", &version)
      .function("describe", &describe)
      .function("records", &records)
      .function("picture", &scene_picture)
      .function("view", &view_of)
      .function("view_choice", &App::view_choice)
      .function("choose_view", &App::choose_view)
      .function("shade_differences", &App::shade_differences)
      .function("shades_differences", &App::shades_differences)
      .function("distribution", &distribution)
      .function("picture_file", &picture_file)
      .function("picture_views", &picture_views)
      .function("scene_text", &open_scene_text)
      .function("command_line", &command_line)
      .function("trace_csv", &trace_text)
      .function("csv_preview", &csv_preview);

  function("catalogue", &catalogue);
  function("link_refusal", &refusal_of_link);
}

}  // namespace marginscope
