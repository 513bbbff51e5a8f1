// What the address sanitizer does in the tests where ASAN_OPTIONS does not say otherwise.
//
// Of the sanitized tests' time two fifths went to memory that is touched for the first time and to lists of callers. So what is
// freed is watched until there are 16 MB of it (as a rule 256) and then used again, the system gets nothing back meanwhile, and
// of who took some memory eight callers are written down (as a rule 30).

extern "C" const char* __asan_default_options();

const char* __asan_default_options() {
  return "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1:malloc_context_size=8";
}
