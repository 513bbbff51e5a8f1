#pragma once

#include "session/session.h"

namespace marginscope::testing {

// Does at once what it is asked for, however slow the machine is.
struct PatientSession : Session {
  PatientSession() {
    set_patience(no_time_limit);
    while (busy()) tick(0);
  }
};

}  // namespace marginscope::testing
