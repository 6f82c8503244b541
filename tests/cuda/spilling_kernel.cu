// A kernel with an array in local memory: the options that native/cuda is compiled with must not let it pass.
__global__ void spilling_kernel(const int* in, int* out, int n) {
  int counts[64];
  for (int& count : counts) count = 0;
  for (int i = 0; i < n; ++i) ++counts[in[i] & 63];
  out[threadIdx.x] = counts[in[threadIdx.x] & 63];
}
