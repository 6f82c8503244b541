# Decides which codecs of Parquet and Arrow the program unpacks beside gzip: sets TUPLEPACK_HAS_SNAPPY, _ZSTD and _LZ4, and
# the targets tuplepack_snappy, tuplepack_zstd and tuplepack_lz4. Files that use others are refused.
#   TUPLEPACK_CODECS   AUTO: those whose library is found · ON: all, or fail · OFF: none
tuplepack_option(CODECS "Snappy, Zstandard and LZ4" "Build with Snappy, Zstandard and LZ4")
tuplepack_library(CODECS Snappy snappy snappy.h libsnappy-dev)
tuplepack_library(CODECS Zstandard zstd zstd.h libzstd-dev)
tuplepack_library(CODECS LZ4 lz4 lz4.h liblz4-dev)
