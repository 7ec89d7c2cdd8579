struct Shape {
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
    float radius;
    __device__ Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.0f * radius * radius; }
};

extern "C" __global__ void kernel(const float *x, float *out) {
    int i = threadIdx.x;
    Square square(x[i]);
    Circle circle(x[i]);
    const Shape *shape = i % 3 ? static_cast<const Shape *>(&square) : &circle;
    out[i] = shape->area();
}
