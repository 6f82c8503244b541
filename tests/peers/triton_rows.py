"""Cross-entropy of rows of logits and its gradient in place, as a row kernel in Triton: one program per row, a running
maximum and sum in the first pass, and in the second the logits are overwritten. Needs triton."""
import triton
import triton.language as tl


@triton.jit
def rows_kernel(logits, labels, weights, losses, vocabulary, gradient: tl.constexpr, block: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    values = logits + row * vocabulary
    label = tl.load(labels + row)
    label_logit = tl.load(values + label).to(tl.float32)
    maximum = -float("inf")
    total = 0.0
    for begin in range(0, vocabulary, block):
        at = begin + tl.arange(0, block)
        x = tl.load(values + at, mask=at < vocabulary, other=-float("inf")).to(tl.float32)
        larger = tl.maximum(maximum, tl.max(x))
        total = total * tl.exp(maximum - larger) + tl.sum(tl.exp(x - larger))
        maximum = larger
    tl.store(losses + row, maximum + tl.log(total) - label_logit)
    if gradient:
        tl.debug_barrier()  # no thread overwrites the label's logit before all have read it
        weight = tl.load(weights + row)
        for begin in range(0, vocabulary, block):
            at = begin + tl.arange(0, block)
            x = tl.load(values + at, mask=at < vocabulary, other=-float("inf")).to(tl.float32)
            slope = weight * (tl.exp(x - maximum) / total - tl.where(at == label, 1.0, 0.0))
            tl.store(values + at, slope.to(logits.dtype.element_ty), mask=at < vocabulary)


def triton_rows(logits, labels, weights, losses, gradient):
    rows_kernel[(logits.shape[0],)](logits, labels, weights, losses, logits.shape[1], gradient=gradient, block=8192,
                                    num_warps=16)
