#pragma once  // for src/experiment only

// The numbers that T. V. Bandos, G. Camps-Valls and E. Soria-Olivas print in "Statistical Criteria
// for Early Stopping of Support Vector Machines", 2007, Table 1.

#include <optional>
#include <span>
#include <string_view>

#include "experiment/cell.h"

namespace marginscope {

// The five data sets, and the columns, in the order of the table.
std::span<const std::string_view> bandos_datasets();
std::span<const std::string_view> bandos_quantities();

// The machine that is trained on a set.
struct BandosSettings {
  double C = 10;
  double sigma = 1;
  bool standardised = true;  // its features are, over all rows
};

// As printed; for a set that the table does not have C = 10 and σ = √p on p standardised features.
BandosSettings bandos_settings(std::string_view dataset, int features);

// The printed entry of a data set, rule and column, if the table has it. Times are those of another
// machine and not compared.
std::optional<Publication> bandos_publication(const Cell& cell);

}  // namespace marginscope
