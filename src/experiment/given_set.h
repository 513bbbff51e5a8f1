#pragma once  // for every room above

// One data set in memory, without splits of its own.

#include <cstdint>
#include <memory>
#include <string>

#include "experiment/data_source.h"

namespace marginscope {

// As a plain set it is what is given; `parts` is a text of the rows that train and those that test
// (PlainSet::Parts), or empty. With splits it is standardised over all patterns, as those of
// the IDA benchmark are, and split at random: 20 realisations, in each of which three fifths of the
// patterns train and the others test.
std::shared_ptr<const DataSource> given_set(std::string name, Dataset data, std::string parts,
                                            std::uint64_t seed);

}  // namespace marginscope
