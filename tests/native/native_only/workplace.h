#pragma once

// The command line as a person uses it: arguments in, text, files and exit status out.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace marginscope::testing {

using Json = nlohmann::json;

// A folder of its own that goes with the object; the program runs in it.
class Workplace {
 public:
  Workplace();
  ~Workplace();

  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  std::string path(const std::string& name) const;
  bool has(const std::string& name) const;
  void remove(const std::string& name) const;

  struct Outcome {
    int status;
    std::string out, err;
  };
  // Runs the program that was built beside this one, after what the shell is told before.
  Outcome run(const std::string& arguments, const std::string& before = "") const;

  // The exit status of a command in the folder; −1 where it did not end by itself.
  int run_shell(const std::string& command) const;

  // The same, asked to end as soon as the program listens for that: by the signal of the keyboard's
  // interrupt, or by "TERM".
  Outcome run_interrupted(const std::string& arguments, const std::string& signal = "INT") const;

  // What the program prints with --json; it has to succeed.
  Json json(const std::string& arguments) const;

  // One sentence on standard error, nothing on standard output, status 1.
  std::string refusal(const std::string& arguments) const;

 private:
  std::filesystem::path folder_;
};

// The path of the program.
std::string program();

// What does not differ from one run to the next.
Json without_seconds(Json json);

int lines_in(const std::string& text);

// Shows the text where it does not contain the part.
bool contains(const std::string& text, std::string_view part);

// Two realisations of a feature, by default one that separates its classes, in the documented
// format.
void write_line_set(const Workplace& here, const std::string& name,
                    const std::string& rows = "-3,-1\n-2,-1\n-1,-1\n1,1\n2,1\n3,1\n");

}  // namespace marginscope::testing
