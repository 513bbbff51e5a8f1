// marginscope picture: what the page shows of a scene, as a file for papers and slides.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/scene_options.h"
#include "cli/scene_run.h"
#include "core/text.h"
#include "session/session.h"
#include "views/picture_of.h"

namespace marginscope::cli {
namespace {

struct PictureArguments {
  SceneOptions scene;
  std::string view = "plane", out;
  bool dark = false;
  bool thumbnail = false;
};

// Goes on with what the session is at, until it is there. False where somebody does not want to wait.
bool settle(Session& session) {
  const Stopwatch watch;
  while (session.busy()) {
    if (interrupted()) return false;
    session.tick(watch.seconds(), slice);
  }
  return true;
}

// To where `run` reports: the scene's own iteration, or the one that the chosen machine's stop retains.
bool go_to_reported(Session& session, bool to_stop) {
  if (!settle(session)) return false;
  if (!to_stop && session.scene().iteration > 0) return true;
  const Machine& machine = session.machine();
  // Of several machines others may stop before.
  while (machine.run() && !machine.run()->stop() && session.seek_end()) {
    if (!settle(session)) return false;
  }
  if (machine.run() && machine.run()->stop()) {
    const int retained = machine.run()->stop()->retained_iteration;
    if (auto there = session.seek(retained); !there) return true;
  }
  return settle(session);
}

// Of ASCII letters.
std::string in_lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

int picture_command(const PictureArguments& arguments) {
  const auto given = scene_from(arguments.scene);
  if (!given) return refuse(given.error());
  const Scene& scene = given->scene;
  auto good = check_outputs(arguments.scene.files(), {{"--out", arguments.out}});
  if (!good) return refuse(good.error());
  constexpr std::string_view others[] = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf"};
  const std::string ending = std::filesystem::path(arguments.out).extension().string();
  if (std::ranges::count(others, in_lower_case(ending)) > 0) {
    return refuse({sentence("--out ", in_quotes(arguments.out), " ends in ", ending,
                            ", and pictures are SVG; give it a name that ends in .svg")});
  }
  const auto out = OutputFile::open(arguments.out);
  if (!out) return refuse(out.error());
  if (auto fits = check_training(scene, *training_of(scene).problem); !fits) {
    return refuse(fits.error());
  }
  Session session;
  if (auto opened = session.open(scene_text(scene)); !opened) return refuse(opened.error());
  if (!go_to_reported(session, arguments.scene.to_stop)) {
    return refuse({"cancelled before the picture's iteration; nothing was written"});
  }
  if (!session.machine().run()) return refuse({session.machine().trouble()});
  const auto drawing =
      picture_of(session, arguments.view,
                 arguments.thumbnail ? PictureOptions{.width = 320, .height = 240, .bare = true}
                                     : PictureOptions{});
  if (!drawing) return refuse(drawing.error());
  if (auto written = out->write(svg_of(*drawing, arguments.dark)); !written) {
    return refuse(written.error());
  }
  return done;
}

}  // namespace

void add_picture(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("picture", "Draw what the page shows of a scene, as SVG");
  const auto arguments = std::make_shared<PictureArguments>();
  arguments->scene.add_to(*command);
  command
      ->add_option("--view", arguments->view,
                   "plane, weights, proof, errors, whole (the plane and its charts) or "
                   "chart:NAME, of the page, the trace or a quantity")
      ->type_name("VIEW")
      ->capture_default_str();
  command->add_option("--out", arguments->out, "Where the picture goes")
      ->type_name("FILE.svg")
      ->required();
  command->add_flag("--dark", arguments->dark, "On a dark ground");
  command->add_flag("--thumbnail", arguments->thumbnail,
                    "To be shown small: what the axes enclose, and nothing beside it");
  arguments->scene.add_to_stop_to(*command);
  command->callback([arguments, &status] { status = picture_command(*arguments); });
}

}  // namespace marginscope::cli
