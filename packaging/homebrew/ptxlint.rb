# For a tap: fill in HOMEPAGE and the checksum of the archive of sources (`shasum -a 256`), then `brew install --build-from-source`.
class Ptxlint < Formula
  desc "Static analyzer for PTX, NVIDIA's virtual assembly"
  homepage "HOMEPAGE"
  url "HOMEPAGE/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "SHA256"
  license any_of: ["MIT", "Apache-2.0"]
  head "HOMEPAGE.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"ptxlint", "completions")
    (man1/"ptxlint.1").write Utils.safe_popen_read(bin/"ptxlint", "man")
  end

  test do
    (testpath/"k.ptx").write <<~PTX
      .version 8.0
      .target sm_80
      .address_size 64
      .entry k()
      {
          .reg .b32 %r<3>;
          and.u32 %r1, %r2, %r2;
          ret;
      }
    PTX
    assert_match "bitwise-type", shell_output("#{bin}/ptxlint --format compact k.ptx", 1)
  end
end
