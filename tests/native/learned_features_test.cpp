// Machines that learn from the two features that the plane shows, of more.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/random.h"
#include "scene/command.h"
#include "support/sessions.h"
#include "views/plane_drawing.h"
#include "views/proof.h"
#include "views/weight_space.h"

namespace marginscope {
namespace {

using testing::PatientSession;

constexpr int shown_first = 3, shown_second = 1;  // counted from 1

// Rows of as many features with a class each, as a file; `columns` of them, counted from 0.
std::string file_of(const std::vector<int>& columns) {
  Random random(7);
  std::string text;
  for (int row = 0; row < 24; ++row) {
    std::vector<double> features;
    const double side = row % 2 ? 1 : -1;
    for (int j = 0; j < 4; ++j) features.push_back(random.normal() + 0.8 * side);
    for (const int j : columns)
      text += sentence(exact_text(features[static_cast<std::size_t>(j)]), ",");
    text += side > 0 ? "1\n" : "-1\n";
  }
  return text;
}

// All four features, learned from those that are shown; and a file that has no others.
void open_both(Session& of_four, Session& of_two, const std::string& algorithm) {
  REQUIRE(of_four.carry_out({"csv", {{"text", file_of({0, 1, 2, 3})}, {"name", "rows.csv"}}}));
  REQUIRE(of_four.carry_out(
      {"projection", {{"x", 1.0 * shown_first}, {"y", 1.0 * shown_second}, {"learned", "shown"}}}));
  REQUIRE(of_two.carry_out(
      {"csv", {{"text", file_of({shown_first - 1, shown_second - 1})}, {"name", "rows.csv"}}}));
  for (Session* session : {&of_four, &of_two}) {
    REQUIRE(session->carry_out({"scaling", {{"id", "standard"}}}));
    REQUIRE(session->carry_out({"algorithm", {{"id", algorithm}}}));
    if (!session->machine().ended()) REQUIRE(session->step(6));
  }
}

TEST_SUITE("learned features") {
  TEST_CASE("a machine learns what it would of a file without the others, to the bit") {
    for (const std::string algorithm : {"hk", "smo", "irwls", "rls", "lsvm", "dkpp"}) {
      INFO(algorithm);
      PatientSession of_four, of_two;
      open_both(of_four, of_two, algorithm);
      const Machine &one = of_four.machine(), &other = of_two.machine();
      REQUIRE(one.run());
      for (const Quantity& quantity : one.run()->solver().quantities()) {
        INFO(quantity.id);
        CHECK(one.quantity(quantity.id) == other.quantity(quantity.id));
      }
      for (int point = 0; point < of_four.patterns(); ++point) {
        CHECK(one.predicted_class(point) == other.predicted_class(point));
        CHECK(of_four.plane().place(of_four.scene().data, point) ==
              of_two.plane().place(of_two.scene().data, point));
      }
      Eigen::MatrixXd of_plane, of_file;
      one.decision_values(of_four.plane().pattern(0.3, -0.2), of_plane);
      other.decision_values(of_two.plane().pattern(0.3, -0.2), of_file);
      CHECK(of_plane == of_file);
    }
  }

  TEST_CASE("what is drawn of it is what would be drawn of such a file") {
    PatientSession of_four, of_two;
    open_both(of_four, of_two, "hk");
    const auto one = weight_space_of(of_four, WeightPair::both);
    const auto other = weight_space_of(of_two, WeightPair::both);
    REQUIRE(one);
    REQUIRE(other);
    CHECK(one->names == other->names);
    CHECK(one->path == other->path);
    CHECK(one->decision(0.5, 0.25) == other->decision(0.5, 0.25));
    CHECK(weight_pairs(of_four) == weight_pairs(of_two));
    for (Session* session : {&of_four, &of_two}) REQUIRE(session->apply(CopyMachine{}));
    for (const WeightPair pair :
         {WeightPair::both, WeightPair::first_and_bias, WeightPair::second_and_bias}) {
      const auto copies = weight_space_of(of_four, pair);
      REQUIRE(copies);
      REQUIRE(copies->others.size() == 1);
      CHECK(copies->others[0].second.path == copies->path);
    }
    for (Session* session : {&of_four, &of_two}) REQUIRE(session->undo());
    for (Session* session : {&of_four, &of_two}) {
      REQUIRE(session->carry_out({"algorithm", {{"id", "smo"}}}));
      REQUIRE(session->seek_end());
    }
    const auto proof_of_session = [](const Session& session) {
      return proof_of(session.machine(), session.scene().data, session.plane());
    };
    const auto nearest = proof_of_session(of_four), same = proof_of_session(of_two);
    REQUIRE(nearest);
    REQUIRE(same);
    CHECK(nearest->places == same->places);
    CHECK(nearest->distance == same->distance);
    CHECK(nearest->residual == same->residual);
  }

  TEST_CASE(
      "which features are learned from is an edit like others, kept by links and said on the "
      "plane") {
    PatientSession session;
    REQUIRE(session.carry_out({"csv", {{"text", file_of({0, 1, 2, 3})}, {"name", "rows.csv"}}}));
    CHECK(session.machine().quantity(Role::weights).size() == 5);
    CHECK(features_note(session.scene()).find("all 4 features") != std::string::npos);
    REQUIRE(session.step(3));
    REQUIRE(session.carry_out({"projection", {{"x", 3.0}, {"y", 1.0}, {"learned", "shown"}}}));
    CHECK(session.machine().quantity(Role::weights).size() == 3);
    CHECK(features_note(session.scene()).find("these two features alone") != std::string::npos);
    CHECK_FALSE(shows_slice(session.scene()));
    // Other features are shown: these are learned from now.
    const std::vector<double> before = session.machine().quantity(Role::weights);
    REQUIRE(session.carry_out({"projection", {{"x", 4.0}, {"y", 1.0}}}));
    CHECK(session.scene().projection.alone);
    CHECK(session.machine().quantity(Role::weights) != before);
    const auto again = parse_scene(scene_text(session.scene()));
    REQUIRE(again);
    CHECK(*again == session.scene());
    // Components are made of all of them.
    REQUIRE(session.carry_out({"projection"}));
    CHECK(session.machine().quantity(Role::weights).size() == 5);
    REQUIRE(session.undo());
    CHECK(session.scene().projection == Projection{false, {3, 0}, true});
    CHECK(session.machine().quantity(Role::weights).size() == 3);
    // Other data have other features.
    REQUIRE(session.carry_out({"problem", {{"text", "xor"}}}));
    CHECK(session.scene().projection == Projection{});
  }

  TEST_CASE("where nothing can be left out, that is refused in a sentence") {
    PatientSession session;
    const auto two =
        session.carry_out({"projection", {{"x", 1.0}, {"y", 2.0}, {"learned", "shown"}}});
    REQUIRE_FALSE(two);
    CHECK(two.error().message.find("no other features") != std::string::npos);
    REQUIRE(session.carry_out({"csv", {{"text", file_of({0, 1, 2, 3})}, {"name", "rows.csv"}}}));
    const auto components = session.carry_out({"projection", {{"learned", "shown"}}});
    REQUIRE_FALSE(components);
    CHECK(components.error().message.find("made of all features") != std::string::npos);
    const auto word =
        session.carry_out({"projection", {{"x", 1.0}, {"y", 2.0}, {"learned", "some"}}});
    REQUIRE_FALSE(word);
    CHECK(word.error().message.find("all or shown") != std::string::npos);
    CHECK_FALSE(parse_scene("v=1&problem=four-points&projection=1,2,alone"));
    CHECK_FALSE(parse_scene("v=1&problem=four-points&projection=1,2,both"));
  }
}

}  // namespace
}  // namespace marginscope
