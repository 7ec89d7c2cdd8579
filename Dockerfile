# docker build -t ptxlint . && docker run --rm -v "$PWD:/work" ptxlint kernel.ptx
FROM rust:1-alpine AS build
# Alpine keeps no old versions that could be named here.
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev gcc make
WORKDIR /ptxlint
COPY . .
RUN cargo install --locked --path . --root /install

FROM scratch
COPY --from=build /install/bin/ptxlint /ptxlint
WORKDIR /work
ENTRYPOINT ["/ptxlint"]
CMD ["--help"]
