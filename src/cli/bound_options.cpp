#include "cli/bound_options.h"

#include "cli/numbers.h"
#include "core/native/threads.h"
#include "core/text.h"

namespace marginscope::cli {

void BoundOptions::add_to(CLI::App& command) {
  command.add_option("--swaps", swaps, "How often half of the labels are swapped (100)")
      ->type_name("N")
      ->transform(whole_number(0));
  command.add_option("--delta", delta, "Probability with which the bound may be wrong (0.05)")
      ->type_name("D")
      ->transform(real_number());
  command
      .add_option(
          "--jobs", jobs,
          "Pieces of the work that are made at once: threads (as many as there are processors)")
      ->type_name("N")
      ->transform(whole_number(1));
}

Workers BoundOptions::workers() const { return workers_on_threads(jobs > 0 ? jobs : processors()); }

Result<Spec> BoundOptions::criterion_from(const std::string& kind) const {
  auto spec = parse_spec(kind);
  if (!spec) return spec;
  if (swaps) spec->values.emplace_back("swaps", std::to_string(*swaps));
  if (delta) spec->values.emplace_back("delta", exact_text(*delta));
  return spec;
}

Json json_terms(const std::vector<BoundTerm>& terms) {
  Json json = Json::object();
  for (const BoundTerm& term : terms) json[std::string(term.id)] = json_number(term.value);
  return json;
}

}  // namespace marginscope::cli
