// The tests' registry is the project's with one algorithm more: the example of CONTRIBUTING.md goes
// through every test that goes over the registry, as whatever a stranger adds does.

#define MARGINSCOPE_MORE_ALGORITHMS "support/more_algorithms.def"
#include "solvers/registry.cpp"
