struct Particle {
    float3 position, velocity;
    int id;
};

// Structures of 28 bytes by value and in arrays.
extern "C" __global__ void kernel(Particle *particles, Particle start, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    p.position.x += dt * p.velocity.x + start.position.x;
    p.position.y += dt * p.velocity.y + start.position.y;
    p.position.z += dt * p.velocity.z + start.position.z;
    p.id += start.id;
    particles[i] = p;
}
