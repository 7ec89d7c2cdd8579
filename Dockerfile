# docker build -t ptxlint . && docker run --rm -v "$PWD:/work" ptxlint kernel.ptx
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev gcc make
WORKDIR /ptxlint
COPY . .
RUN cargo install --locked --path . --root /install

FROM scratch
COPY --from=build /install/bin/ptxlint /ptxlint
WORKDIR /work
ENTRYPOINT ["/ptxlint"]
CMD ["--help"]
