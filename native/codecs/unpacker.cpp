#include "codecs/unpacker.hpp"

#include "codecs/decoders.hpp"
#include "codecs/inflater.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::codecs {

struct Unpacker::State {
  std::optional<Inflater> inflater{};  // of gzip; the others have a decoder
  Decoder decoder{};
  bool has_padding = false;  // zeros may stand between members, in fours
  std::string_view rest{};
  bool inside_member = true;
};

static Result<Decoder> decoder_of(formats::Compression compression) {
  switch (compression) {
    case formats::Compression::zstd: return zstd_decoder();
    case formats::Compression::xz: return xz_decoder();
    case formats::Compression::bzip2: return bzip2_decoder();
    case formats::Compression::gzip:
    case formats::Compression::none: break;
  }
  return Decoder();
}

Unpacker::Unpacker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Unpacker::~Unpacker() = default;
Unpacker::Unpacker(Unpacker&&) noexcept = default;
Unpacker& Unpacker::operator=(Unpacker&&) noexcept = default;

Result<Unpacker> Unpacker::create(formats::Compression compression) {
  auto decoder = decoder_of(compression);
  if (!decoder) return tl::unexpected(std::move(decoder.error()));
  auto state = std::make_unique<State>();
  if (!*decoder) state->inflater.emplace();
  state->decoder = std::move(*decoder);
  state->has_padding = compression == formats::Compression::xz;
  return Unpacker(std::move(state));
}

void Unpacker::feed(std::string_view packed) {
  if (state_->inflater) {
    state_->inflater->feed(packed);
  } else {
    state_->rest = packed;
  }
}

std::size_t Unpacker::left() const {
  return state_->inflater ? state_->inflater->left() : state_->rest.size();
}

bool Unpacker::inside_member() const {
  return state_->inflater ? state_->inflater->inside_member() : state_->inside_member;
}

std::optional<std::size_t> Unpacker::unpack(std::span<char> out) {
  State& state = *state_;
  if (state.inflater) return state.inflater->unpack(out);
  const std::size_t room = out.size();
  while (!out.empty()) {
    if (!state.inside_member) {
      if (state.has_padding) state.rest.remove_prefix(std::min(state.rest.find_first_not_of('\0'), state.rest.size()));
      if (state.rest.empty()) break;
      state.inside_member = true;
    }
    const std::size_t before = state.rest.size() + out.size();
    const Step step = state.decoder(state.rest, out);
    if (step == Step::corrupt) return std::nullopt;
    if (step == Step::ended) {
      state.inside_member = false;
    } else if (state.rest.size() + out.size() == before) {
      break;  // takes more bytes
    }
  }
  return room - out.size();
}

}  // namespace tuplepack::codecs
