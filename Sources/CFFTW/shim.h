#include <fftw3.h>

// An array of unknown length is not imported.
static inline const char *fftwf_version_text(void) { return fftwf_version; }
