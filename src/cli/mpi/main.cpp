// marginscope-mpi: the command line on as many processes as mpirun starts, on one machine or many.
// Rank 0 is the program; it hands the pieces of an experiment out, one at a time. The other ranks
// make them and know of nothing else: no command line, no files of results, no terminal.

#include <mpi.h>
#include <poll.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/json.h"
#include "cli/program.h"
#include "core/text.h"
#include "experiment/native/folder.h"

namespace marginscope::cli {
namespace {

enum Tag : int {
  plan_tag,     // to a rank: what is planned, and what that has to come to
  piece_tag,    // to a rank: a piece of it
  end_tag,      // to a rank: there is no more to come
  numbers_tag,  // from a rank: what the piece came to
  refusal_tag   // from a rank: a sentence instead
};

struct Message {
  int rank = 0;  // whom it is from
  Tag tag = end_tag;
  std::string bytes;
};

// Waits until `there` answers yes; false once the program was told to end. MPI's own waiting takes a
// whole processor and hears no signal.
template <class Condition>
bool wait_until(Condition there) {
  constexpr int milliseconds_between_looks = 1;
  while (!there()) {
    if (interrupted()) return false;
    poll(nullptr, 0, milliseconds_between_looks);  // which a signal ends early
  }
  return true;
}

bool wait_for(MPI_Request& request) {
  return wait_until([&request] {
    int through = 0;
    MPI_Test(&request, &through, MPI_STATUS_IGNORE);
    return through != 0;
  });
}

// Both fail only where the program was told to end.
bool send(int rank, Tag tag, std::string_view bytes) {
  MPI_Request request;
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD,
            &request);
  return wait_for(request);
}

std::optional<Message> receive() {
  MPI_Status status;
  const bool came = wait_until([&status] {
    int there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    return there != 0;
  });
  if (!came) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG),
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Request request;
  MPI_Irecv(message.bytes.data(), size, MPI_BYTE, message.rank, message.tag, MPI_COMM_WORLD,
            &request);
  if (!wait_for(request)) return std::nullopt;
  return message;
}

std::string bytes_of(Piece piece) { return {reinterpret_cast<const char*>(&piece), sizeof piece}; }
Piece piece_from(const std::string& bytes) {
  Piece piece;
  std::memcpy(&piece, bytes.data(), sizeof piece);
  return piece;
}

std::string bytes_of(const Numbers& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}
Numbers numbers_from(const std::string& bytes) {
  Numbers numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

// What the others need to plan the same work. Paths and names may be any bytes, which CBOR takes.
std::string plan_of(const ExperimentRun& run) {
  const ExperimentRequest& request = run.request();
  const Json plan{{"experiment", run.experiment().id},
                  {"data", request.data->name()},
                  {"datasets", request.datasets},
                  {"methods", request.methods},
                  {"realisations", request.realisations},
                  {"swaps", request.swaps},
                  {"seed", request.seed},
                  {"jobs", request.jobs},
                  {"identity", run.identity()}};
  std::string bytes;
  Json::to_cbor(plan, bytes);
  return bytes;
}

int rank_in(MPI_Comm ranks) {
  int rank = 0;
  MPI_Comm_rank(ranks, &rank);
  return rank;
}
int count_of(MPI_Comm ranks) {
  int count = 0;
  MPI_Comm_size(ranks, &count);
  return count;
}

std::string machine() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int size = 0;
  MPI_Get_processor_name(name, &size);
  return {name, static_cast<std::size_t>(size)};
}

// Ranks of this machine, which share its memory.
int ranks_here() {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  const int count = count_of(here);
  MPI_Comm_free(&here);
  return count;
}

// The experiment as rank 0 planned it. Errors: it cannot be planned here, or comes to other work.
Result<std::unique_ptr<ExperimentRun>> planned(const std::string& bytes, int most_jobs) {
  const Json plan = Json::from_cbor(bytes);
  const std::string here =
      sentence("rank ", std::to_string(rank_in(MPI_COMM_WORLD)), " on ", machine());
  const auto experiment = find_experiment(plan["experiment"].get<std::string>());
  if (!experiment) return fail(sentence(here, ": ", experiment.error().message));
  ExperimentRequest request;
  request.data = data_folder(plan["data"]);
  request.datasets = plan["datasets"];
  request.methods = plan["methods"];
  request.realisations = plan["realisations"];
  request.swaps = plan["swaps"];
  request.seed = plan["seed"];
  request.jobs = std::min(plan["jobs"].get<int>(), most_jobs);
  request.cancelled = &interrupted();
  auto run = ExperimentRun::start(**experiment, std::move(request));
  if (!run) return fail(sentence(here, ": ", run.error().message));
  if ((*run)->identity() != plan["identity"]) {
    return fail(sentence(here,
                         " plans other work than rank 0, because the program or the data are "
                         "others there; give all ranks the same"));
  }
  return run;
}

// Makes the pieces that rank 0 asks for, until it says that there is no more, or until told to end.
// Where the experiment cannot be planned, that is the answer to each of its pieces.
void make_pieces(int most_jobs) {
  Result<std::unique_ptr<ExperimentRun>> run;
  while (const auto message = receive()) {
    if (message->tag == end_tag) return;
    if (message->tag == plan_tag) {
      run = planned(message->bytes, most_jobs);
      continue;
    }
    const Result<Numbers> made = run ? (*run)->make(piece_from(message->bytes)) : fail(run.error());
    if (interrupted()) return;  // amid the piece, perhaps
    made ? send(0, numbers_tag, bytes_of(*made)) : send(0, refusal_tag, made.error().message);
  }
}

// Has the other ranks make all pieces; like threads they finish those that they are at when one is
// refused.
void finish_on_ranks(ExperimentRun& run) {
  const int others = count_of(MPI_COMM_WORLD) - 1;
  const int useful = std::min({run.request().jobs, others, run.pieces_left()});
  const std::string plan = plan_of(run);
  std::vector<Piece> making(static_cast<std::size_t>(useful) + 1);  // by rank
  int under_way = 0;
  const auto hand_out = [&](int rank) {
    const auto piece = run.take();
    if (!piece || !send(rank, piece_tag, bytes_of(*piece))) return;
    making[static_cast<std::size_t>(rank)] = *piece;
    ++under_way;
  };
  for (int rank = 1; rank <= useful && send(rank, plan_tag, plan); ++rank) hand_out(rank);
  while (under_way > 0) {
    const auto message = receive();
    if (!message) return;
    --under_way;
    const Piece piece = making[static_cast<std::size_t>(message->rank)];
    if (message->tag == refusal_tag) {
      run.put(piece, fail(message->bytes));
    } else {
      // First of all the rank gets its next piece: it need not wait for the disk.
      hand_out(message->rank);
      run.put(piece, numbers_from(message->bytes));
    }
  }
}

// What many machines have made shall not be lost with one: each piece is on the disk at once.
Crew crew_of_ranks(int others) { return {others, finish_on_ranks, std::chrono::milliseconds{0}}; }

int run_ranks(int argc, char** argv) {
  begin_program();
  MPI_Init(&argc, &argv);
  const int rank = rank_in(MPI_COMM_WORLD), others = count_of(MPI_COMM_WORLD) - 1;
  const int most_jobs = std::max(1, ranks_here() - (rank == 0 ? 1 : 0));
  int status = done;
  if (others == 0) {
    status = run_command(argc, argv, crew_of_threads());
  } else if (rank == 0) {
    status = run_command(argc, argv, crew_of_ranks(others));
    for (int other = 1; other <= others && send(other, end_tag, ""); ++other) {
    }
  } else {
    make_pieces(most_jobs);
  }
  // MPI_Finalize waits for all ranks, and one that was killed never comes. The launcher ends those
  // that were not told to; where rank 0 was, it is asked to.
  if (others > 0 && interrupted()) {
    if (rank > 0) std::_Exit(finish(wrong_input));
    MPI_Abort(MPI_COMM_WORLD, status);
  }
  MPI_Finalize();
  return status;
}

}  // namespace
}  // namespace marginscope::cli

int main(int argc, char** argv) { return marginscope::cli::run_ranks(argc, argv); }
