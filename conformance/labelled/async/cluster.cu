// Two blocks of a cluster reach into each other's shared memory.
// targets: sm_90a, sm_100a
#include "async.h"

// The other block may not have begun when its shared memory is written.
PAIR_KERNEL(peer_not_begun, 128)(float *out, const float *in, int n) {
    __shared__ float halo[128];
    GOOD(cluster_sync();)
    store_peer(peer(smem(&halo[threadIdx.x]), cluster_rank() ^ 1), in[blockIdx.x * 128 + threadIdx.x]);
    cluster_sync();
    out[blockIdx.x * 128 + threadIdx.x] = halo[threadIdx.x];
}

// The other block may have ended when its shared memory is read.
PAIR_KERNEL(peer_has_left, 128)(float *out, const float *in, int n) {
    __shared__ float mine[128];
    mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    cluster_sync();
    out[blockIdx.x * 128 + threadIdx.x] = load_peer(peer(smem(&mine[127 - threadIdx.x]), cluster_rank() ^ 1));
    GOOD(cluster_sync();)
}

// A barrier of the block where one of the cluster is needed.
PAIR_KERNEL(block_barrier_for_cluster, 128)(float *out, const float *in, int n) {
    __shared__ float mine[128];
    mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    BAD(__syncthreads();)
    GOOD(cluster_sync();)
    out[blockIdx.x * 128 + threadIdx.x] = load_peer(peer(smem(&mine[threadIdx.x]), cluster_rank() ^ 1)) + mine[threadIdx.x];
    cluster_sync();
}

// The barrier of the cluster orders nothing that was written before it.
PAIR_KERNEL(relaxed_arrive, 128)(float *out, const float *in, int n) {
    __shared__ float mine[128];
    mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    BAD(cluster_arrive_relaxed();)
    GOOD(cluster_arrive();)
    cluster_wait();
    out[blockIdx.x * 128 + threadIdx.x] = load_peer(peer(smem(&mine[threadIdx.x]), cluster_rank() ^ 1));
    cluster_sync();
}

// The sums of both blocks are added by the first one, without waiting for the second.
PAIR_KERNEL(sum_of_pair, 256)(float *out, const float *in, int n) {
    __shared__ float part;
    __shared__ float sums[8];
    float x = in[blockIdx.x * 256 + threadIdx.x];
    for (int step = 16; step > 0; step >>= 1) x += __shfl_xor_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x == 0) {
        part = 0;
        for (int i = 0; i < 8; i++) part += sums[i];
    }
    GOOD(cluster_sync();)
    if (cluster_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / 2] = part + load_peer(peer(smem(&part), 1));
    cluster_sync();
}

// The barriers are made, but nothing tells the other block before it arrives at them.
PAIR_KERNEL(peer_barrier_not_made, 64)(float *out, const float *in, int n) {
    __shared__ u64 ready;
    if (threadIdx.x == 0) {
        mbar_init(&ready, 64);
        fence_init();
    }
    BAD(__syncthreads();)
    GOOD(cluster_sync();)
    mbar_arrive_at(&ready, cluster_rank() ^ 1);
    mbar_wait_cluster(&ready, 0);
    out[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    cluster_sync();
}

// The second block arrives at the barrier of the first, which does not wait for it and may have ended.
PAIR_KERNEL(arrive_at_block_that_left, 64)(float *out, const float *in, int n) {
    __shared__ u64 ready;
    if (threadIdx.x == 0) {
        mbar_init(&ready, 64);
        fence_init();
    }
    cluster_sync();
    if (cluster_rank() == 1) {
        out[64 + threadIdx.x] = in[threadIdx.x];
        mbar_arrive_at(&ready, 0);
    } else {
        out[threadIdx.x] = in[threadIdx.x];
        GOOD(mbar_wait_cluster(&ready, 0);)
    }
}

// Both blocks get a tile by multicast from the first, and each waits for its own; the second expects nothing.
PAIR_KERNEL(multicast_not_expected, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    cluster_sync();
    if (threadIdx.x == 0) {
        BAD(if (cluster_rank() == 0)) mbar_arrive_expect(&full, sizeof tile);
        if (cluster_rank() == 0) bulk_load_multicast(tile, in, sizeof tile, &full, 3);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += 128) out[blockIdx.x * 256 + i] = tile[i];
    cluster_sync();
}

// Each block copies one half to both, and expects that half only.
PAIR_KERNEL(multicast_expects_own_half, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    cluster_sync();
    if (threadIdx.x == 0) {
        u32 rank = cluster_rank();
        mbar_arrive_expect(&full, BAD(sizeof tile / 2) GOOD(sizeof tile));
        bulk_load_multicast(tile + 128 * rank, in + 128 * rank, sizeof tile / 2, &full, 3);
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += 128) out[blockIdx.x * 256 + i] = tile[i];
    cluster_sync();
}

// The mask leaves out the other block, which waits for ever.
PAIR_KERNEL(multicast_mask, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[256];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    cluster_sync();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full, sizeof tile);
        if (cluster_rank() == 0) bulk_load_multicast(tile, in, sizeof tile, &full, BAD(1) GOOD(3));
    }
    mbar_wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += 128) out[blockIdx.x * 256 + i] = tile[i];
    cluster_sync();
}

// A copy to both blocks goes out when the own readers have given the stage back, and not those of the other block.
PAIR_KERNEL(multicast_ring_asks_own_block, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) float data[2][256];
    __shared__ u64 full[2], empty[2];
    u32 rank = cluster_rank();
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&empty[i], BAD(4) GOOD(8));
        }
        fence_init();
    }
    cluster_sync();
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&empty[place.stage], place.phase);
                mbar_arrive_expect(&full[place.stage], 1024);
                bulk_load_multicast(&data[place.stage][128 * rank], in + 256 * i + 128 * rank, 512, &full[place.stage], 3);
            }
        }
    } else {
        float sum = 0;
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&full[place.stage], place.phase);
            sum += data[place.stage][threadIdx.x] + data[place.stage][threadIdx.x + 128];
            __syncwarp();
            BAD(if (threadIdx.x % 32 == 0) mbar_arrive(&empty[place.stage]);)
            GOOD(if (threadIdx.x % 32 < 2) mbar_arrive_at(&empty[place.stage], threadIdx.x % 32);)
        }
        out[blockIdx.x * 128 + threadIdx.x] = sum;
    }
    cluster_sync();
}

// Values go to the other block asynchronously; one barrier expects half of their bytes.
PAIR_KERNEL(async_store_bytes, 64)(u32 *out, const u32 *in, int n) {
    __shared__ u32 box[64];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, BAD(128) GOOD(256));
    }
    cluster_sync();
    u32 other = cluster_rank() ^ 1;
    store_peer_async(peer(smem(&box[threadIdx.x]), other), in[blockIdx.x * 64 + threadIdx.x], peer(smem(&full), other));
    mbar_wait_cluster(&full, 0);
    out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
    cluster_sync();
}

// A tile is written and sent to the other block without a fence between the proxies.
PAIR_KERNEL(send_without_fence, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float mine[128];
    __shared__ __align__(128) float theirs[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
        mbar_arrive_expect(&full, sizeof theirs);
    }
    mine[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x] * 2;
    GOOD(fence_async();)
    cluster_sync();
    if (threadIdx.x == 0) {
        u32 other = cluster_rank() ^ 1;
        bulk_send(peer(smem(theirs), other), mine, sizeof mine, peer(smem(&full), other));
    }
    mbar_wait_cluster(&full, 0);
    out[blockIdx.x * 128 + threadIdx.x] = theirs[threadIdx.x];
    cluster_sync();
}

// What is handed to the other block is announced with the scope of the own one.
PAIR_KERNEL(waits_with_scope_of_block, 64)(float *out, const float *in, int n) {
    __shared__ float box[64];
    __shared__ u64 ready;
    if (threadIdx.x == 0) {
        mbar_init(&ready, 64);
        fence_init();
    }
    cluster_sync();
    u32 other = cluster_rank() ^ 1;
    store_peer(peer(smem(&box[threadIdx.x]), other), in[blockIdx.x * 64 + threadIdx.x]);
    BAD(asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" ::"r"(peer(smem(&ready), other)) : "memory");)
    GOOD(mbar_arrive_at(&ready, other);)
    mbar_wait_cluster(&ready, 0);
    out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
    cluster_sync();
}
