# Decides whether to build tuplepack-mpi, and sets TUPLEPACK_HAS_MPI. Another MPI than the default one is chosen by
# MPI_CXX_COMPILER (mpicxx.mpich).
#   TUPLEPACK_MPI   AUTO: if MPI is found · ON: or fail · OFF: never
tuplepack_option(MPI MPI "Build tuplepack-mpi")
set(TUPLEPACK_HAS_MPI OFF)
if(TUPLEPACK_WANTS_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET COMPONENTS CXX)
  set(TUPLEPACK_HAS_MPI ${MPI_CXX_FOUND})
  tuplepack_report(MPI MPI ${MPI_CXX_FOUND} "${MPI_CXX_COMPILER} (MPI ${MPI_CXX_VERSION})" MPI
    "install libopenmpi-dev and openmpi-bin")
endif()
