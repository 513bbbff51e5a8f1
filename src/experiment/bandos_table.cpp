#include "experiment/bandos_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace marginscope {
namespace {

constexpr std::array<std::string_view, 4> quantities = {"success_rate", "support_vectors",
                                                        "iterations", "seconds"};
constexpr std::array<std::string_view, 5> rules = {"tolerance", "kurtosis", "skewness", "std",
                                                   "mean"};
constexpr std::array<std::string_view, 5> datasets = {"ionosphere", "liver", "pima", "wdbc",
                                                      "sonar"};

using Row = std::array<std::string_view, quantities.size()>;

struct PrintedSet {
  double C, sigma;
  std::array<Row, rules.size()> rows;
};

constexpr std::array<PrintedSet, datasets.size()> table = {{
    {5.5,
     2.5,
     {{{"95.36", "26.30", "28.25", "8.87"},
       {"95.36", "28.12", "9.87", "4.83"},
       {"95.36", "26.54", "14.00", "5.72"},
       {"95.36", "28.12", "9.62", "4.68"},
       {"95.36", "26.54", "14.87", "6.03"}}}},
    {15,
     65,
     {{{"71.31", "67.19", "28.62", "4.47"},
       {"69.89", "71.55", "8.87", "2.16"},
       {"71.87", "67.17", "16.12", "3.11"},
       {"70.17", "78.28", "6.12", "1.67"},
       {"71.59", "67.23", "16.50", "3.17"}}}},
    {1100,
     200,
     {{{"75.39", "48.92", "26.00", "6.65"},
       {"76.04", "51.25", "11.00", "4.23"},
       {"75.78", "52.03", "10.25", "4.09"},
       {"76.30", "54.87", "8.62", "3.73"},
       {"75.78", "51.58", "16.25", "5.06"}}}},
    {30000,
     1400,
     {{{"96.18", "11.02", "30.50", "8.11"},
       {"96.01", "12.07", "17.50", "5.50"},
       {"95.83", "14.96", "13.37", "5.02"},
       {"96.01", "11.57", "19.00", "5.89"},
       {"96.18", "10.99", "27.50", "6.97"}}}},
    {16.7,
     7.9,
     {{{"87.50", "56.46", "25.87", "7.52"},
       {"87.50", "56.52", "7.75", "2.74"},
       {"87.50", "56.52", "8.00", "2.92"},
       {"87.50", "56.59", "8.25", "3.03"},
       {"87.50", "56.46", "14.12", "4.28"}}}},
}};

constexpr std::string_view cause_of_count =
    "With two added to each count 13 of the 15 of the kurtosis, the standard deviation and the "
    "mean lie within error, without that 6, and none of 972 readings of the rule on these errors "
    "fits more; what is counted as an iteration the text does not say";
constexpr std::string_view cause_of_skewness =
    "None of 972 readings of this rule on these errors gives all five counts. With two added to "
    "each count ionosphere fits the printed threshold of 0.1 % and liver nearly, but pima wants "
    "one of 2 to 5 % and wdbc one of 3 to 10 %; as they are, only sonar's count lies within error";
constexpr std::string_view cause_of_stop =
    "The support vectors fall from iteration to iteration, and the rule stops at another one";
constexpr std::string_view cause_of_tolerance =
    "The printed folds are one draw, and the tolerance of the authors' program is not said";

constexpr std::string_view cause_of_success =
    "open: here all rules leave liver the same success rate to 0.3 %, in print those that stop "
    "first have a lower one";

constexpr std::string_view cause_of_count_at_the_end =
    "From iteration 20 on the number of support vectors hardly moves, so that none of 270 readings "
    "of the tolerance and of what a support vector is changes it much, nor do values of C and σ "
    "near the printed ones";

std::string_view cause_of(std::string_view rule, std::string_view quantity) {
  if (rule == "tolerance" && quantity == "support_vectors") return cause_of_count_at_the_end;
  if (rule == "tolerance") return cause_of_tolerance;
  if (quantity == "success_rate") return cause_of_success;
  if (quantity == "support_vectors") return cause_of_stop;
  return rule == "skewness" ? cause_of_skewness : cause_of_count;
}

template <std::size_t n>
std::size_t place(const std::array<std::string_view, n>& names, std::string_view name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

std::span<const std::string_view> bandos_datasets() { return datasets; }
std::span<const std::string_view> bandos_quantities() { return quantities; }

BandosSettings bandos_settings(std::string_view dataset, int features) {
  const std::size_t set = place(datasets, dataset);
  if (set == datasets.size()) return {.sigma = std::sqrt(static_cast<double>(features))};
  return {table[set].C, table[set].sigma, dataset == "sonar"};
}

std::optional<Publication> bandos_publication(const Cell& cell) {
  const std::size_t set = place(datasets, cell.dataset), rule = place(rules, cell.method),
                    quantity = place(quantities, cell.quantity);
  if (set == datasets.size() || rule == rules.size() || quantity == quantities.size()) {
    return std::nullopt;
  }
  Publication publication;
  publication.mean = printed(table[set].rows[rule][quantity]);
  const bool time = cell.quantity == "seconds";
  publication.n = time ? 0 : 1;
  publication.drawn = !time;
  publication.cause = cause_of(cell.method, cell.quantity);
  return publication;
}

}  // namespace marginscope
