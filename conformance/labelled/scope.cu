// Order between blocks: fences, scopes, acquire and release.
#include "labelled.h"

// Data is handed on by a flag without a fence.
KERNEL(flag_without_fence)(int *data, int *flag, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 42;
        GOOD(__threadfence();)
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {}
        __threadfence();
        out[0] = data[0];
    }
}

// The fence is one for the block.
KERNEL(fence_of_block)(int *data, int *flag, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 42;
        BAD(__threadfence_block();)
        GOOD(__threadfence();)
        atomicExch(flag, 1);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(flag, 0) == 0) {}
        __threadfence();
        out[0] = data[0];
    }
}

// The flag is stored with relaxed order.
KERNEL(relaxed_store)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 1;
            BAD(store_relaxed(flag, 1);)
            GOOD(store_release(flag, 1);)
        } else {
            while (load_acquire(flag) == 0) {}
            out[blockIdx.x] = data[0];
        }
    }
}

// The flag is awaited with relaxed order.
KERNEL(relaxed_load)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 1;
            store_release(flag, 1);
        } else {
            BAD(while (load_relaxed(flag) == 0) {})
            GOOD(while (load_acquire(flag) == 0) {})
            out[blockIdx.x] = data[0];
        }
    }
}

// The release has the scope of a block.
KERNEL(release_of_block)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 1;
            BAD(store_release_block(flag, 1);)
            GOOD(store_release(flag, 1);)
        } else {
            while (load_acquire(flag) == 0) {}
            out[blockIdx.x] = data[0];
        }
    }
}

// The acquire has the scope of a block.
KERNEL(acquire_of_block)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 1;
            store_release(flag, 1);
        } else {
            BAD(while (load_acquire_block(flag) == 0) {})
            GOOD(while (load_acquire(flag) == 0) {})
            out[blockIdx.x] = data[0];
        }
    }
}

// Blocks count with an atomic operation of the scope of a block.
KERNEL(counter_of_block)(int *count) {
    if (threadIdx.x == 0) {
        BAD(atomicAdd_block(count, 1);)
        GOOD(atomicAdd(count, 1);)
    }
}

// A lock for all blocks is taken in the scope of a block.
KERNEL(lock_of_block)(int *lock, int *sum, const int *in) {
    if (threadIdx.x == 0) {
        BAD(while (atomicCAS_block(lock, 0, 1) != 0) {})
        GOOD(while (atomicCAS(lock, 0, 1) != 0) {})
        __threadfence();
        *sum += in[blockIdx.x];
        __threadfence();
        BAD(atomicExch_block(lock, 0);)
        GOOD(atomicExch(lock, 0);)
    }
}

// A lock is given back without a fence.
KERNEL(unlock_without_fence)(int *lock, int *sum, const int *in) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += in[blockIdx.x];
        GOOD(__threadfence();)
        atomicExch(lock, 0);
    }
}

// A lock is taken without a fence.
KERNEL(lock_without_fence)(int *lock, int *sum, const int *in) { // gone: clang -O2
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        GOOD(__threadfence();)
        *sum += in[blockIdx.x];
        __threadfence();
        atomicExch(lock, 0);
    }
}

// A lock has neither fence.
KERNEL(lock_without_fences)(int *lock, int *sum, const int *in) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        GOOD(__threadfence();)
        *sum += in[blockIdx.x];
        GOOD(__threadfence();)
        atomicExch(lock, 0);
    }
}

// A lock is given back by a plain store.
KERNEL(plain_unlock)(int *lock, int *sum, const int *in) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *sum += in[blockIdx.x];
        BAD(*lock = 0;)
        GOOD(__threadfence(); atomicExch(lock, 0);)
    }
}

// The last block sums up what the others have left, which no fence orders before their counting.
KERNEL(last_block)(int *sums, int *count, int *out, const int *in) {
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = in[blockIdx.x] * 2;
        GOOD(__threadfence();)
        if (atomicAdd(count, 1) == (int)gridDim.x - 1) {
            __threadfence();
            int sum = 0;
            for (int i = 0; i < (int)gridDim.x; i++) sum += sums[i];
            *out = sum;
        }
    }
}

// The same with a fence that counts within a block only.
KERNEL(last_block_fence_of_block)(int *sums, int *count, int *out, const int *in) {
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = in[blockIdx.x] * 2;
        BAD(__threadfence_block();)
        GOOD(__threadfence();)
        if (atomicAdd(count, 1) == (int)gridDim.x - 1) {
            __threadfence();
            int sum = 0;
            for (int i = 0; i < (int)gridDim.x; i++) sum += sums[i];
            *out = sum;
        }
    }
}

// A barrier of all blocks whose counter has the scope of a block.
KERNEL(grid_barrier)(int *count, int *data, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    data[g] = g;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        BAD(atomicAdd_block(count, 1);)
        GOOD(atomicAdd(count, 1);)
        while (load_acquire(count) < (int)gridDim.x) {}
    }
    __syncthreads();
    out[g] = data[(g + 256) % (gridDim.x * blockDim.x)];
}

// A barrier of all blocks without a fence before the arrival.
KERNEL(grid_barrier_without_fence)(int *count, int *data, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    data[g] = g;
    __syncthreads();
    if (threadIdx.x == 0) {
        GOOD(__threadfence();)
        atomicAdd(count, 1);
        while (load_acquire(count) < (int)gridDim.x) {}
    }
    __syncthreads();
    out[g] = data[(g + 256) % (gridDim.x * blockDim.x)];
}

// Blocks hand a sum on from one to the next: the flag comes before the data.
KERNEL(look_back)(volatile int *sums, int *ready, const int *in) {
    if (threadIdx.x == 0) {
        int before = 0;
        if (blockIdx.x > 0) {
            while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0) {}
            __threadfence();
            before = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = before + in[blockIdx.x];
        GOOD(__threadfence();)
        atomicExch(&ready[blockIdx.x], 1);
    }
}

// A plain flag that another block waits for.
KERNEL(plain_flag)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 9;
            BAD(*flag = 1;)
            GOOD(__threadfence(); atomicExch(flag, 1);)
        } else {
            while (atomicAdd(flag, 0) == 0) {}
            __threadfence();
            out[blockIdx.x] = data[0];
        }
    }
}

// Two threads of a block hand data on by a flag in shared memory, without fences.
KERNEL(flag_in_block)(int *data, int *out) {
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t == 0) {
        data[0] = 3;
        GOOD(__threadfence_block();)
        atomicExch(&flag, 1);
    }
    if (t == 32) {
        while (atomicAdd(&flag, 0) == 0) {}
        GOOD(__threadfence_block();)
        out[0] = data[0];
    }
}

// The flag is set before the data is written.
KERNEL(flag_first)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            BAD(store_release(flag, 1);)
            data[0] = 1;
            GOOD(store_release(flag, 1);)
        } else {
            while (load_acquire(flag) == 0) {}
            out[blockIdx.x] = data[0];
        }
    }
}

// What is handed on is read before the flag is seen.
KERNEL(read_first)(int *data, int *flag, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            data[0] = 1;
            store_release(flag, 1);
        } else {
            BAD(int v = data[0];)
            while (load_acquire(flag) == 0) {}
            GOOD(int v = data[0];)
            out[blockIdx.x] = v;
        }
    }
}

// An atomic operation in the scope of a block meets one of the device.
KERNEL(mixed_scopes)(int *count, int *out) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0) {
            BAD(atomicAdd_block(count, 5);)
            GOOD(atomicAdd(count, 5);)
        } else {
            out[blockIdx.x] = atomicAdd(count, 1);
        }
    }
}
