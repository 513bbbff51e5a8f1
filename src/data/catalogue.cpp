#include "data/catalogue.h"

#include <initializer_list>
#include <string>
#include <vector>

#include "data/generators.h"

namespace marginscope {
namespace {

// --- Rows of field tables that several generators share ---

template <auto Member>
constexpr Field points_field(double least) {
  return bind<Member>({.id = "n",
                       .symbol = "n",
                       .name = "Points",
                       .meaning = "How many points are drawn, of all classes together.",
                       .type = FieldType::integer,
                       .least = least,
                       .most = 5000,
                       .slider_from = least < 10 ? 10 : least,
                       .slider_to = 200});
}

template <auto Member>
constexpr Field distance_field(std::string_view meaning, double slider_from = 0,
                               double slider_to = 10) {
  return bind<Member>({.id = "distance",
                       .symbol = "d",
                       .name = "Distance",
                       .meaning = meaning,
                       .least = 0,
                       .most = 20,
                       .slider_from = slider_from,
                       .slider_to = slider_to});
}

template <auto Member>
constexpr Field spread_field(std::string_view meaning) {
  return bind<Member>({.id = "spread",
                       .symbol = "σ",
                       .name = "Spread",
                       .meaning = meaning,
                       .least = 0,
                       .most = 4,
                       .slider_from = 0.1,
                       .slider_to = 3});
}

template <auto Member>
constexpr Field noise_field() {
  return bind<Member>({.id = "noise",
                       .symbol = "σ",
                       .name = "Noise",
                       .meaning = "Standard deviation of the points around their curve.",
                       .least = 0,
                       .most = 4,
                       .slider_from = 0,
                       .slider_to = 1.5});
}

template <auto Member>
constexpr Field balance_field() {
  return bind<Member>({.id = "balance",
                       .symbol = "π",
                       .name = "Balance",
                       .meaning = "The share of the points that are of class +1; each class keeps "
                                  "at least one.",
                       .least = 0,
                       .most = 1,
                       .slider_from = 0.1,
                       .slider_to = 0.9});
}

constexpr std::string_view between_centres = "How far apart the centres of the two classes are.";
constexpr std::string_view around_centre =
    "Standard deviation of the points around the centre of their class.";

// --- Field tables ---

constexpr Field two_gaussians_fields[] = {
    points_field<&TwoGaussians::n>(2), distance_field<&TwoGaussians::distance>(between_centres),
    spread_field<&TwoGaussians::spread>(around_centre), balance_field<&TwoGaussians::balance>()};

constexpr Field overlap_fields[] = {
    points_field<&Overlap::n>(2), distance_field<&Overlap::distance>(between_centres, 0, 6),
    spread_field<&Overlap::spread>(around_centre), balance_field<&Overlap::balance>()};

template <auto Member>
constexpr Field disc_field() {
  return bind<Member>({.id = "spread",
                       .symbol = "ρ",
                       .name = "Radius",
                       .meaning = "Radius of the discs that the points fill; the classes stay "
                                  "apart while it is less than half of the distance.",
                       .least = 0,
                       .most = 4,
                       .slider_from = 0.1,
                       .slider_to = 3});
}

constexpr Field outlier_fields[] = {
    points_field<&Outlier::n>(4),
    bind<&Outlier::outliers>({.id = "outliers",
                              .symbol = "m",
                              .name = "Outliers",
                              .meaning = "How many points of class +1 lie far out on their side.",
                              .type = FieldType::integer,
                              .least = 0,
                              .most = 2500,
                              .slider_from = 0,
                              .slider_to = 12}),
    bind<&Outlier::reach>({.id = "reach",
                           .symbol = "r",
                           .name = "Reach",
                           .meaning = "Where on the horizontal axis the outliers lie.",
                           .least = 0,
                           .most = 14,
                           .slider_from = 0,
                           .slider_to = 14}),
    distance_field<&Outlier::distance>(between_centres), disc_field<&Outlier::spread>()};

constexpr Field mislabelled_fields[] = {
    points_field<&Mislabelled::n>(4),
    bind<&Mislabelled::mislabelled>(
        {.id = "mislabelled",
         .symbol = "m",
         .name = "Mislabelled",
         .meaning = "How many points of class +1 lie in the other class.",
         .type = FieldType::integer,
         .least = 0,
         .most = 2500,
         .slider_from = 0,
         .slider_to = 12}),
    bind<&Mislabelled::depth>({.id = "depth",
                               .symbol = "h",
                               .name = "Depth",
                               .meaning = "How far on the other side they lie.",
                               .least = 0,
                               .most = 14,
                               .slider_from = 0,
                               .slider_to = 14}),
    distance_field<&Mislabelled::distance>(between_centres), disc_field<&Mislabelled::spread>()};

constexpr Field moons_fields[] = {
    points_field<&Moons::n>(2),
    bind<&Moons::depth>({.id = "depth",
                         .symbol = "h",
                         .name = "Depth",
                         .meaning = "How deep the moons reach into one another, in radii; below 0 "
                                    "a horizontal line runs between them.",
                         .least = -2,
                         .most = 2,
                         .slider_from = -0.5,
                         .slider_to = 1}),
    noise_field<&Moons::noise>()};

constexpr Field circles_fields[] = {
    points_field<&Circles::n>(2),
    bind<&Circles::inner_radius>({.id = "inner_radius",
                                  .symbol = "r₁",
                                  .name = "Inner radius",
                                  .meaning = "Radius of the circle of class +1.",
                                  .least = 0,
                                  .most = 12,
                                  .slider_from = 0,
                                  .slider_to = 6}),
    bind<&Circles::outer_radius>({.id = "outer_radius",
                                  .symbol = "r₂",
                                  .name = "Outer radius",
                                  .meaning = "Radius of the circle of class −1.",
                                  .least = 0,
                                  .most = 12,
                                  .slider_from = 0,
                                  .slider_to = 10}),
    noise_field<&Circles::noise>()};

constexpr Field spirals_fields[] = {
    points_field<&Spirals::n>(2),
    bind<&Spirals::turns>({.id = "turns",
                           .symbol = "t",
                           .name = "Turns",
                           .meaning = "How often each arm winds around the origin.",
                           .least = 0,
                           .most = 5,
                           .slider_from = 0.25,
                           .slider_to = 3}),
    noise_field<&Spirals::noise>()};

constexpr Field collinear_fields[] = {
    points_field<&Collinear::n>(2),
    distance_field<&Collinear::distance>("The gap between the two classes, along the first axis."),
    spread_field<&Collinear::spread>("How far the points of a class reach along the line.")};

constexpr Field one_dimensional_fields[] = {
    points_field<&OneDimensional::n>(2), distance_field<&OneDimensional::distance>(between_centres),
    spread_field<&OneDimensional::spread>(around_centre),
    balance_field<&OneDimensional::balance>()};

constexpr Field repeated_fields[] = {
    bind<&Repeated::spots>({.id = "spots",
                            .symbol = "s",
                            .name = "Places",
                            .meaning = "How many different patterns there are, half of each class.",
                            .type = FieldType::integer,
                            .least = 2,
                            .most = 500,
                            .slider_from = 2,
                            .slider_to = 30}),
    bind<&Repeated::copies>({.id = "copies",
                             .symbol = "c",
                             .name = "Copies",
                             .meaning = "How many times each pattern is there.",
                             .type = FieldType::integer,
                             .least = 2,
                             .most = 10,
                             .slider_from = 2,
                             .slider_to = 10}),
    bind<&Repeated::disputed>({.id = "disputed",
                               .symbol = "δ",
                               .name = "Disputed share",
                               .meaning = "The share of the patterns whose copies carry both "
                                          "labels; at 0 a line separates the classes.",
                               .least = 0,
                               .most = 1,
                               .slider_from = 0,
                               .slider_to = 1})};

constexpr Field three_classes_fields[] = {
    points_field<&ThreeClasses::n>(3),
    bind<&ThreeClasses::distance>({.id = "distance",
                                   .symbol = "d",
                                   .name = "Distance",
                                   .meaning = "How far the centres of the classes are from the "
                                              "origin.",
                                   .least = 0,
                                   .most = 12,
                                   .slider_from = 0,
                                   .slider_to = 8}),
    spread_field<&ThreeClasses::spread>(around_centre)};

constexpr Field sinc_fields[] = {
    bind<&Sinc::n>({.id = "n",
                    .symbol = "n",
                    .name = "Points",
                    .meaning = "How many points there are, equally spaced from −10 to 10.",
                    .source = "Bandos et al. 2007, section 3.1",
                    .type = FieldType::integer,
                    .least = 2,
                    .most = 5000,
                    .slider_from = 10,
                    .slider_to = 200}),
    bind<&Sinc::noise>({.id = "noise",
                        .symbol = "Pₙ",
                        .name = "Noise",
                        .meaning = "Standard deviation of the targets around the curve.",
                        .source = "Bandos et al. 2007, section 3.1",
                        .least = 0,
                        .most = 4,
                        .slider_from = 0,
                        .slider_to = 0.3})};

// --- Fixed points ---

struct NoSettings {};

struct LabelledPoint {
  double x, y, label;
};

Dataset fixed_points(std::initializer_list<LabelledPoint> points) {
  Eigen::MatrixXd X(static_cast<Eigen::Index>(points.size()), 2);
  Eigen::VectorXd y(static_cast<Eigen::Index>(points.size()));
  Eigen::Index row = 0;
  for (const LabelledPoint& point : points) {
    X.row(row) << point.x, point.y;
    y[row++] = point.label;
  }
  return *settle({.X = std::move(X), .y = std::move(y)}, LabelForm::classes);
}

// Four points where least squares fails although a line separates them. The article that made the
// example known prints the last point as (10, 1) in its first paragraph; its code and the weights
// that it prints are those of (0, 10). Its Ho-Kashyap run from b = 1 ends with w = (2, −1, −2) and
// b = (1, 1, 1, 12).
Dataset four_points(const NoSettings&, std::uint64_t) {
  return fixed_points({{6, 9, +1}, {5, 7, +1}, {5, 9, -1}, {0, 10, -1}});
}

// The corners of a square, labelled by the product of their coordinates.
Dataset xor_points(const NoSettings&, std::uint64_t) {
  return fixed_points({{1, 1, +1}, {-1, 1, -1}, {-1, -1, +1}, {1, -1, -1}});
}

// --- The catalogue ---

template <class Settings, Dataset (*generate)(const Settings&, std::uint64_t)>
Result<Dataset> make_problem(const NamedProblem& self, const SpecValues& values,
                             std::uint64_t seed) {
  const auto settings = settings_from<Settings>(self.fields, self.id, values);
  if (!settings) return fail(settings.error());
  return generate(*settings, seed);
}

template <class Settings>
Result<std::string> read_problem(const NamedProblem& self, const Field& field,
                                 const SpecValues& values) {
  return field_text_from<Settings>(self.fields, self.id, field, values);
}

// A row of the catalogue: `problem` with the generator's functions.
template <class Settings, Dataset (*generate)(const Settings&, std::uint64_t)>
constexpr NamedProblem named(NamedProblem problem) {
  problem.make = make_problem<Settings, generate>;
  problem.read = read_problem<Settings>;
  return problem;
}

constexpr NamedProblem catalogue[] = {
    named<NoSettings, four_points>(
        {.id = "four-points",
         .name = "Four points",
         .meaning = "A line separates these points, yet least squares gets one of them wrong; "
                    "Ho-Kashyap lets the margins grow until the line is right.",
         .source = "CS434a/541a Pattern Recognition, University of Western Ontario, lecture 10; "
                   "worked in \"Why do we need the Ho-Kashyap algorithm?\""}),
    named<NoSettings, xor_points>(
        {.id = "xor",
         .name = "Exclusive or",
         .meaning =
             "No line separates opposite corners of a square: least squares gives W = 0, and "
             "Ho-Kashyap proves it with a certificate.",
         .source = "Minsky & Papert, Perceptrons, 1969"}),
    named<TwoGaussians, two_gaussians>(
        {.id = "two-gaussians",
         .name = "Two clouds",
         .meaning = "Two normal clouds far enough apart for a line: nearly every algorithm finds "
                    "one, and one sees how they differ in where they put it.",
         .fields = two_gaussians_fields,
         .random = true}),
    named<Overlap, overlap>(
        {.id = "overlap",
         .name = "Overlapping clouds",
         .meaning = "The clouds run into one another, so no line is right everywhere and one sees "
                    "what each algorithm and each stopping rule settles for.",
         .fields = overlap_fields,
         .random = true}),
    named<Outlier, outlier>(
        {.id = "outlier",
         .name = "Outliers",
         .meaning = "A few points far out on the right side of any sensible line drag the line of "
                    "least squares into their own class; Ho-Kashyap gives them large margins "
                    "instead.",
         .fields = outlier_fields,
         .random = true}),
    named<Mislabelled, mislabelled>(
        {.id = "mislabelled",
         .name = "Wrong labels",
         .meaning = "A few points carry the label of the other class: squared errors let them turn "
                    "the line, absolute errors hardly notice them.",
         .fields = mislabelled_fields,
         .random = true}),
    named<Moons, moons>(
        {.id = "moons",
         .name = "Moons",
         .meaning = "Two crescents reach into one another: a line gets most points right, a kernel "
                    "all of them.",
         .fields = moons_fields,
         .random = true}),
    named<Circles, circles>(
        {.id = "circles",
         .name = "Circles",
         .meaning = "One class surrounds the other: a line can do nothing, and a quadratic kernel "
                    "is enough.",
         .fields = circles_fields,
         .random = true}),
    named<Spirals, spirals>(
        {.id = "spirals",
         .name = "Spirals",
         .meaning = "Two arms wind around one another: only a narrow kernel follows them, and one "
                    "sees what that costs between the points.",
         .fields = spirals_fields,
         .random = true}),
    named<Collinear, collinear>(
        {.id = "collinear",
         .name = "Points on a line",
         .meaning = "All points lie on one line, so many weights give the same margins; among them "
                    "the ones of minimum norm are taken.",
         .fields = collinear_fields,
         .random = true}),
    named<OneDimensional, one_dimensional>(
        {.id = "one-dimensional",
         .name = "One feature",
         .meaning = "With one feature the boundary is a single point, and its two weights, slope "
                    "and bias, can be followed with the eye.",
         .fields = one_dimensional_fields,
         .random = true}),
    named<Repeated, repeated>(
        {.id = "repeated",
         .name = "Repeated points",
         .meaning = "The same patterns come several times and some carry both labels: repetition "
                    "acts as a weight, and the disputed ones can never all be right.",
         .fields = repeated_fields,
         .random = true}),
    named<ThreeClasses, three_classes>(
        {.id = "three-classes",
         .name = "Three classes",
         .meaning =
             "Three clouds around a triangle: each class has a column of weights of its own, "
             "and the greatest decision value wins.",
         .fields = three_classes_fields,
         .random = true,
         .suggests = "hk-multiclass"}),
    named<Sinc, sinc>({.id = "sinc",
                       .name = "Sinc",
                       .meaning = "Noisy samples of sin(x)/x: regression on one feature, where the "
                                  "errors of a good fit are as normal as the noise.",
                       .source = "Bandos et al. 2007, section 3.1",
                       .fields = sinc_fields,
                       .random = true,
                       .suggests = "irwls-svr:C=1.58,epsilon=0.12,kernel=gaussian:sigma=3"}),
};

}  // namespace

std::span<const NamedProblem> named_problems() { return catalogue; }

Result<const NamedProblem*> find_named_problem(std::string_view id) {
  std::vector<std::string> names;
  for (const NamedProblem& problem : catalogue) {
    if (problem.id == id) return &problem;
    names.emplace_back(problem.id);
  }
  return fail(sentence("There is no named problem ", in_quotes(id), "; ", there_are(names)));
}

Result<Dataset> make_named_problem(const Spec& spec, std::uint64_t seed) {
  const auto problem = find_named_problem(spec.name);
  if (!problem) return fail(problem.error());
  return (*problem)->make(**problem, spec.values, seed);
}

}  // namespace marginscope
