// Rings of stages between warps that copy and warps that compute.
// targets: sm_90a, sm_100a
#include "async.h"

#define STAGE 256
template <int STAGES> struct Ring {
    float data[STAGES][STAGE];
    u64 full[STAGES];
    u64 empty[STAGES];
};
template <int STAGES> FUNCTION void make(Ring<STAGES> &ring, u32 readers) {
    if (threadIdx.x == 0) {
        for (int i = 0; i < STAGES; i++) {
            mbar_init(&ring.full[i], 1);
            mbar_init(&ring.empty[i], readers);
        }
        fence_init();
    }
    __syncthreads();
}

// Two stages; the reader waits for one and reads the other.
KERNEL(ring_wrong_stage, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 128);
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128) {
            for (int i = 0; i < n; i++) {
                int s = i % 2;
                mbar_wait(&ring.empty[s], (i / 2 & 1) ^ 1);
                mbar_arrive_expect(&ring.full[s], STAGE * 4);
                bulk_load(ring.data[s], in + STAGE * i, STAGE * 4, &ring.full[s]);
            }
        }
    } else {
        float sum = 0;
        for (int i = 0; i < n; i++) {
            int s = i % 2;
            mbar_wait(&ring.full[s], i / 2 & 1);
            sum += ring.data[BAD(s ^ 1) GOOD(s)][threadIdx.x] + ring.data[s][threadIdx.x + 128];
            mbar_arrive(&ring.empty[s]);
        }
        out[threadIdx.x] = sum;
    }
}

// Three stages; the readers forget that the parity turns when the ring does.
KERNEL(ring_phase_stays, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<3> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<3> place = Place<3>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<3> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], BAD(0) GOOD(place.phase));
            sum += ring.data[place.stage][threadIdx.x] + ring.data[place.stage][threadIdx.x + 128];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// Four stages; the parity is that of the iteration and not that of the round.
KERNEL(ring_parity_of_iteration, 288)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<4> ring;
    make(ring, 256);
    if (threadIdx.x >= 256) {
        if (elect()) {
            for (int i = 0; i < n; i++) {
                int s = i & 3;
                while (!mbar_try(&ring.empty[s], (i >> 2 & 1) ^ 1)) {}
                mbar_arrive_expect(&ring.full[s], STAGE * 4);
                bulk_load(ring.data[s], in + STAGE * i, STAGE * 4, &ring.full[s]);
            }
        }
    } else {
        for (int i = 0; i < n; i++) {
            int s = i & 3;
            while (!mbar_try(&ring.full[s], BAD(i & 1) GOOD(i >> 2 & 1))) {}
            out[STAGE * i + threadIdx.x] = ring.data[s][threadIdx.x];
            mbar_arrive(&ring.empty[s]);
        }
    }
}

// The readers never say that a stage is free: the second round waits for ever.
KERNEL(ring_never_emptied, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 4);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x];
            __syncwarp();
            GOOD(if (threadIdx.x % 32 == 0) mbar_arrive(&ring.empty[place.stage]);)
        }
        out[threadIdx.x] = sum;
    }
}

// The producer does not ask whether a stage is free.
KERNEL(ring_not_asked, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<3> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            for (int i = 0; i < n; i++) {
                GOOD(mbar_wait(&ring.empty[i % 3], (i / 3 & 1) ^ 1);)
                mbar_arrive_expect(&ring.full[i % 3], STAGE * 4);
                bulk_load(ring.data[i % 3], in + STAGE * i, STAGE * 4, &ring.full[i % 3]);
            }
        }
    } else {
        float sum = 0;
        for (int i = 0; i < n; i++) {
            mbar_wait(&ring.full[i % 3], i / 3 & 1);
            sum += ring.data[i % 3][threadIdx.x];
            mbar_arrive(&ring.empty[i % 3]);
        }
        out[threadIdx.x] = sum;
    }
}

// The producer starts as the readers do, and waits for stages that nobody has had.
KERNEL(ring_producer_starts_at_zero, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 0) {
        if (elect()) {
            Place<2> place = Place<2>::start(BAD(0) GOOD(1));
            for (int i = 0; i < n; i++, place.next()) {
                while (!mbar_try(&ring.empty[place.stage], place.phase)) {}
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            while (!mbar_try(&ring.full[place.stage], place.phase)) {}
            sum += ring.data[place.stage][threadIdx.x - 32];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x - 32] = sum;
    }
}

// The bytes are always announced to the first stage.
KERNEL(ring_expects_first_stage, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<4> ring;
    make(ring, 128);
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128) {
            Place<4> place = Place<4>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[BAD(0) GOOD(place.stage)], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<4> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// A stage has two halves, and its barrier expects one.
KERNEL(ring_expects_half, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<3> ring;
    make(ring, 128);
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128) {
            Place<3> place = Place<3>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                float *stage = ring.data[place.stage];
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], BAD(512) GOOD(1024));
                bulk_load(stage, in + STAGE * i, 512, &ring.full[place.stage]);
                bulk_load(stage + 128, in + STAGE * i + 128, 512, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<3> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x] * ring.data[place.stage][threadIdx.x + 128];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// All lanes of four warps arrive where one of each warp was counted: the stage is free before the last has read it.
KERNEL(ring_empty_counts_warps, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, BAD(4) GOOD(128));
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        float sum = 0;
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x ^ 32];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// All threads were counted where one of each warp arrives: nothing is ever free.
KERNEL(ring_empty_counts_threads, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, BAD(128) GOOD(4));
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            for (int i = 0; i < n; i++) {
                mbar_wait(&ring.empty[i & 1], (i >> 1 & 1) ^ 1);
                mbar_arrive_expect(&ring.full[i & 1], STAGE * 4);
                bulk_load(ring.data[i & 1], in + STAGE * i, STAGE * 4, &ring.full[i & 1]);
            }
        }
    } else {
        float sum = 0;
        for (int i = 0; i < n; i++) {
            mbar_wait(&ring.full[i & 1], i >> 1 & 1);
            sum += ring.data[i & 1][threadIdx.x];
            __syncwarp();
            if (elect()) mbar_arrive(&ring.empty[i & 1]);
        }
        out[threadIdx.x] = sum;
    }
}

// A stage is given back before it is read.
KERNEL(ring_freed_before_read, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            BAD(mbar_arrive(&ring.empty[place.stage]);)
            out[STAGE * i + threadIdx.x] = ring.data[place.stage][threadIdx.x];
            GOOD(mbar_arrive(&ring.empty[place.stage]);)
        }
    }
}

// Rows that are skipped are not given back.
KERNEL(ring_skipped_not_freed, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        Place<2> place;
        float sum = 0;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            if (ring.data[place.stage][0] == 0) {
                GOOD(mbar_arrive(&ring.empty[place.stage]);)
                continue;
            }
            sum += ring.data[place.stage][threadIdx.x];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// A persistent kernel: the readers start each tile at the first stage again, the producer goes on.
KERNEL(persistent_restart, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<4> ring;
    make(ring, 128);
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<4> place = Place<4>::start(1);
            for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {
                for (int k = 0; k < 6; k++, place.next()) {
                    mbar_wait(&ring.empty[place.stage], place.phase);
                    mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                    bulk_load(ring.data[place.stage], in + STAGE * k, STAGE * 4, &ring.full[place.stage]);
                }
            }
        }
    } else {
        Place<4> place;
        for (int tile = blockIdx.x; tile < n; tile += gridDim.x) {
            BAD(place = Place<4>();)
            float sum = 0;
            for (int k = 0; k < 6; k++, place.next()) {
                mbar_wait(&ring.full[place.stage], place.phase);
                sum += ring.data[place.stage][threadIdx.x];
                mbar_arrive(&ring.empty[place.stage]);
            }
            out[128 * tile + threadIdx.x] = sum;
        }
    }
}

// A persistent kernel with one barrier a tile, whose parity is that of the tile's number and not of the tiles that were done.
KERNEL(persistent_parity_of_tile, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    __shared__ u64 full;
    if (threadIdx.x == 0) {
        mbar_init(&full, 1);
        fence_init();
    }
    __syncthreads();
    u32 done = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x, done++) {
        if (threadIdx.x == 0) {
            mbar_arrive_expect(&full, sizeof tile);
            bulk_load(tile, in + 128 * i, sizeof tile, &full);
        }
        mbar_wait(&full, BAD(i & 1) GOOD(done & 1));
        out[128 * i + threadIdx.x] = tile[threadIdx.x];
        __syncthreads();
    }
}

// Two groups of readers: the second never waits for a stage to be full.
KERNEL(ring_second_group_does_not_wait, 288)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<3> ring;
    make(ring, 256);
    int group = threadIdx.x / 128;
    if (group == 2) {
        if (elect()) {
            Place<3> place = Place<3>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        Place<3> place;
        float sum = 0;
        for (int i = 0; i < n; i++, place.next()) {
            BAD(if (group == 0)) mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// The copies of the prologue are not announced.
KERNEL(prologue_not_announced, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[2][128];
    __shared__ u64 full[2];
    if (threadIdx.x == 0) {
        mbar_init(&full[0], 1);
        mbar_init(&full[1], 1);
        fence_init();
        GOOD(mbar_arrive_expect(&full[0], 512);)
        bulk_load(tile[0], in, 512, &full[0]);
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++) {
        int s = i & 1;
        if (threadIdx.x == 0 && i + 1 < n) {
            mbar_arrive_expect(&full[s ^ 1], 512);
            bulk_load(tile[s ^ 1], in + 128 * (i + 1), 512, &full[s ^ 1]);
        }
        mbar_wait(&full[s], i >> 1 & 1);
        sum += tile[s][threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// A double buffer with everything by one thread: the next copy comes into the buffer that is being read.
KERNEL(prefetch_into_current, 128)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[2][128];
    __shared__ u64 full[2];
    if (threadIdx.x == 0) {
        mbar_init(&full[0], 1);
        mbar_init(&full[1], 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbar_arrive_expect(&full[0], 512);
        bulk_load(tile[0], in, 512, &full[0]);
    }
    for (int i = 0; i < n; i++) {
        int s = i & 1;
        if (threadIdx.x == 0 && i + 1 < n) {
            mbar_arrive_expect(&full[s ^ 1], 512);
            bulk_load(tile[BAD(s) GOOD(s ^ 1)], in + 128 * (i + 1), 512, &full[s ^ 1]);
        }
        mbar_wait(&full[s], i >> 1 & 1);
        out[128 * i + threadIdx.x] = tile[s][threadIdx.x];
        __syncthreads();
    }
}

// Results go from the warps that compute to the warp that stores by named barriers; the writers do not wait until the buffer is free.
KERNEL(epilogue_buffer_not_free, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[128];
    if (threadIdx.x < 128) {
        for (int i = 0; i < n; i++) {
            GOOD(if (i > 0) bar_sync(2, 160);)
            tile[threadIdx.x] = in[128 * i + threadIdx.x] + 1;
            fence_async();
            bar_arrive(1, 160);
        }
    } else {
        for (int i = 0; i < n; i++) {
            bar_sync(1, 160);
            if (threadIdx.x == 128) {
                bulk_store(out + 128 * i, tile, sizeof tile);
                bulk_commit();
                bulk_wait_read<0>();
            }
            __syncwarp();
            GOOD(if (i + 1 < n) bar_arrive(2, 160);)
        }
    }
}

// The same the other way round: the warp that stores does not wait for the writers.
KERNEL(epilogue_not_awaited, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) float tile[2][128];
    if (threadIdx.x < 128) {
        for (int i = 0; i < 2; i++) {
            tile[i][threadIdx.x] = in[128 * i + threadIdx.x] + 1;
            fence_async();
            GOOD(bar_arrive(1 + i, 160);)
        }
    } else {
        for (int i = 0; i < 2; i++) {
            GOOD(bar_sync(1 + i, 160);)
            if (threadIdx.x == 128) {
                bulk_store(out + 128 * i, tile[i], sizeof tile[0]);
                bulk_commit();
            }
        }
        bulk_wait_read<0>();
    }
}

// Readers write their results into the stage and give it back; the producer's store of it lacks the fence of the writers.
KERNEL(ring_in_place, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) float data[2][128];
    __shared__ u64 full[2], done[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            mbar_init(&full[i], 1);
            mbar_init(&done[i], 128);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&full[place.stage], place.phase);
            data[place.stage][threadIdx.x] += 1;
            GOOD(fence_async();)
            mbar_arrive(&done[place.stage]);
        }
    } else if (threadIdx.x == 128) {
        Place<2> place;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_arrive_expect(&full[place.stage], 512);
            bulk_load(data[place.stage], in + 128 * i, 512, &full[place.stage]);
            mbar_wait(&done[place.stage], place.phase);
            bulk_store(out + 128 * i, data[place.stage], 512);
            bulk_commit();
            bulk_wait_read<0>();
        }
    }
}

// The producer leaves after its last copy in a kernel whose epilogue has a barrier of all threads.
KERNEL(producer_leaves_before_barrier, 160)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    __shared__ float sums[128];
    make(ring, 128);
    float sum = 0;
    if (threadIdx.x / 32 == 4) {
        if (elect()) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
        return;
    }
    Place<2> place;
    for (int i = 0; i < n; i++, place.next()) {
        mbar_wait(&ring.full[place.stage], place.phase);
        sum += ring.data[place.stage][threadIdx.x];
        mbar_arrive(&ring.empty[place.stage]);
    }
    sums[threadIdx.x] = sum;
    bar_sync(1, BAD(160) GOOD(128));
    out[threadIdx.x] = sum + sums[threadIdx.x ^ 64];
}

// Registers move to the warps that compute, but the one that copies does not give any away.
KERNEL(registers_not_given, 384)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 256);
    if (threadIdx.x / 128 == 0) {
        GOOD(fewer_registers<40>();)
        if (threadIdx.x == 0) {
            Place<2> place = Place<2>::start(1);
            for (int i = 0; i < n; i++, place.next()) {
                mbar_wait(&ring.empty[place.stage], place.phase);
                mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
            }
        }
    } else {
        more_registers<232>();
        Place<2> place;
        float sum = 0;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x - 128];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}

// One warp of the group alone gives its registers away.
KERNEL(registers_by_one_warp, 384)(float *out, const float *in, int n) {
    __shared__ __align__(128) Ring<2> ring;
    make(ring, 256);
    if (threadIdx.x >= 256) {
        GOOD(fewer_registers<40>();)
        if (threadIdx.x < 288) {
            BAD(fewer_registers<40>();)
            if (elect()) {
                Place<2> place = Place<2>::start(1);
                for (int i = 0; i < n; i++, place.next()) {
                    mbar_wait(&ring.empty[place.stage], place.phase);
                    mbar_arrive_expect(&ring.full[place.stage], STAGE * 4);
                    bulk_load(ring.data[place.stage], in + STAGE * i, STAGE * 4, &ring.full[place.stage]);
                }
            }
        }
    } else {
        more_registers<232>();
        Place<2> place;
        float sum = 0;
        for (int i = 0; i < n; i++, place.next()) {
            mbar_wait(&ring.full[place.stage], place.phase);
            sum += ring.data[place.stage][threadIdx.x];
            mbar_arrive(&ring.empty[place.stage]);
        }
        out[threadIdx.x] = sum;
    }
}
