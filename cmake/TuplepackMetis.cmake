# Decides whether to build with METIS, and sets TUPLEPACK_HAS_METIS and the target tuplepack_metis.
#   TUPLEPACK_METIS   AUTO: if libmetis is found · ON: or fail · OFF: never
tuplepack_option(METIS METIS "Build partitioning by METIS")
tuplepack_library(METIS METIS metis metis.h libmetis-dev)
