//! zlib streams of bytes that are mostly noise or mostly alike: runs and Huffman codes, and no search for what occurred before.
//!
//! Numbers that were taken apart into their bytes repeat nothing but their neighbours. A search for longer repetitions (as
//! zlib makes it even at its least effort) took three to four times as long on the fields of a hip, and found nothing that
//! was worth it. A block holds a run of equal bytes as its first byte and a copy of what is one byte behind (RFC 1951); its codes
//! are made for it alone, or it is stored where they gain nothing.

/// Bytes that share their codes: where noise begins or ends, others are better.
const BLOCK: usize = 1 << 15;

/// Runs that are shorter are written out.
const SHORTEST: usize = 4;

/// Longest copy.
const LONGEST: usize = 258;

/// About what the codes of a block take to be said, in bits.
const MOST_SAID: u64 = 800;

/// Most bits of a code, and of a code of code lengths.
const DEEPEST: usize = 15;
const DEEPEST_OF_LENGTHS: usize = 7;

/// The symbol that ends a block; lengths of copies follow it.
const END: usize = 256;
const SYMBOLS: usize = 286;

/// Shortest length of every symbol of lengths, and how many more bits say by how much it is longer.
const LENGTHS: [(usize, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// The order in which the lengths of the codes of lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// The bytes as a zlib stream (RFC 1950).
pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits { out: vec![0x78, 0x01], held: 0, count: 0 };
    let mut tokens = Vec::with_capacity(BLOCK);
    let blocks = bytes.len().div_ceil(BLOCK).max(1);
    for block in 0..blocks {
        let end = bytes.len().min((block + 1) * BLOCK);
        write_block(&bytes[block * BLOCK..end], block + 1 == blocks, &mut tokens, &mut bits);
    }
    bits.flush();
    bits.out.extend_from_slice(&adler32(bytes).to_be_bytes());
    bits.out
}

/// The sum that ends a zlib stream: that of the bytes and one, and that of all such sums on the way, modulo 65 521.
fn adler32(bytes: &[u8]) -> u32 {
    let (mut sum, mut sums) = (1u32, 0u32);
    // So many bytes cannot overflow the sums.
    for part in bytes.chunks(5552) {
        for byte in part {
            sum = sum.wrapping_add(u32::from(*byte));
            sums = sums.wrapping_add(sum);
        }
        (sum, sums) = (sum % 65_521, sums % 65_521);
    }
    sums << 16 | sum
}

/// Bits from the lowest on.
struct Bits {
    out: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Adds no more than 32 bits: never are more than 63 held, and nothing can overflow.
    #[inline]
    fn put(&mut self, value: u32, count: u32) {
        self.held |= u64::from(value) << (self.count & 63);
        self.count = self.count.wrapping_add(count);
        if self.count >= 32 {
            self.out.extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count &= 31;
        }
    }

    /// Ends the byte that has begun.
    fn flush(&mut self) {
        let bytes = self.held.to_le_bytes();
        self.out.extend_from_slice(&bytes[..self.count.div_ceil(8) as usize]);
        (self.held, self.count) = (0, 0);
    }
}

/// What a block is written as: bytes, and from [`COPY`] on how many bytes are copies of the one before.
const COPY: usize = 256;
const TOKENS: usize = COPY + LONGEST + 1;

/// Cuts a block into bytes and copies.
fn split(bytes: &[u8], tokens: &mut Vec<u16>) {
    tokens.clear();
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        tokens.push(u16::from(first));
        at += 1;
        if bytes.get(at..at + SHORTEST - 1).is_none_or(|next| next != [first; SHORTEST - 1]) {
            continue;
        }
        let rest = &bytes[at..bytes.len().min(at + LONGEST)];
        // Eight at a time: most runs are long.
        let mut run = 8 * rest.chunks_exact(8).take_while(|eight| **eight == [first; 8]).count();
        run += rest[run..].iter().take_while(|next| **next == first).count();
        tokens.push((COPY + run) as u16);
        at += run;
    }
}

/// Which of [`LENGTHS`] a copy has.
fn length_symbol(length: usize) -> usize {
    LENGTHS.partition_point(|(shortest, _)| *shortest <= length) - 1
}

fn write_block(bytes: &[u8], is_last: bool, tokens: &mut Vec<u16>, bits: &mut Bits) {
    split(bytes, tokens);
    let mut counts = [0u32; TOKENS];
    // No block has so many tokens that they could overflow.
    tokens.iter().for_each(|token| counts[usize::from(*token)] = counts[usize::from(*token)].wrapping_add(1));
    let mut symbols = [0u32; SYMBOLS];
    symbols[..END].copy_from_slice(&counts[..COPY]);
    symbols[END] = 1;
    for length in SHORTEST - 1..=LONGEST {
        symbols[END + 1 + length_symbol(length)] += counts[COPY + length];
    }
    let codes = Codes::new(&symbols, DEEPEST);
    // Code and size of every token: of a copy with the bits that follow, and those of the one distance.
    let mut written = [(0, 0); TOKENS];
    for (byte, written) in written[..COPY].iter_mut().enumerate() {
        *written = codes.of(byte);
    }
    for length in SHORTEST - 1..=LONGEST {
        let symbol = length_symbol(length);
        let ((code, size), (shortest, extra)) = (codes.of(END + 1 + symbol), LENGTHS[symbol]);
        written[COPY + length] = (code | ((length - shortest) as u32) << size, size + extra + 1);
    }
    let size: u64 = counts.iter().zip(&written).map(|(count, (_, size))| u64::from(*count) * u64::from(*size)).sum();
    if size + MOST_SAID > 8 * bytes.len() as u64 {
        return store_block(bytes, is_last, bits);
    }
    bits.put(u32::from(is_last) | 0b100, 3);
    codes.describe(bits);
    for token in &*tokens {
        let (code, size) = written[usize::from(*token)];
        bits.put(code, size);
    }
    let (code, size) = codes.of(END);
    bits.put(code, size);
}

fn store_block(bytes: &[u8], is_last: bool, bits: &mut Bits) {
    bits.put(u32::from(is_last), 3);
    bits.flush();
    let size = bytes.len() as u16;
    bits.out.extend_from_slice(&size.to_le_bytes());
    bits.out.extend_from_slice(&(!size).to_le_bytes());
    bits.out.extend_from_slice(bytes);
}

/// Huffman codes of some symbols; those that do not occur have no length.
struct Codes {
    lengths: Vec<u8>,
    codes: Vec<u16>,
}

impl Codes {
    fn new(counts: &[u32], deepest: usize) -> Self {
        let mut weights = counts.to_vec();
        let lengths = loop {
            let lengths = depths(&weights);
            if lengths.iter().all(|length| usize::from(*length) <= deepest) {
                break lengths;
            }
            // Rare symbols come nearer to the frequent ones.
            weights.iter_mut().filter(|weight| **weight > 0).for_each(|weight| *weight = *weight / 2 + 1);
        };
        let mut first = [0u16; DEEPEST + 2];
        for length in 1..=DEEPEST {
            let shorter = lengths.iter().filter(|of| usize::from(**of) == length).count() as u16;
            first[length + 1] = (first[length] + shorter) << 1;
        }
        let code = |length: &u8| {
            let next = &mut first[usize::from(*length)];
            let code = *next;
            *next = next.wrapping_add(1);
            // Codes are written from their highest bit on.
            if *length == 0 { 0 } else { code.reverse_bits() >> (16 - length) }
        };
        Self { codes: lengths.iter().map(code).collect(), lengths }
    }

    fn of(&self, symbol: usize) -> (u32, u32) {
        (u32::from(self.codes[symbol]), u32::from(self.lengths[symbol]))
    }

    /// Writes their lengths, and that there is one distance, with a code of one bit.
    fn describe(&self, bits: &mut Bits) {
        let used = self.lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1).max(END + 1);
        let lengths: Vec<u8> = self.lengths[..used].iter().copied().chain([1]).collect();
        // A symbol of lengths, and for a run of zeros how long it is.
        let mut said: Vec<(usize, u32, u32)> = Vec::new();
        let mut at = 0;
        while at < lengths.len() {
            let zeros = lengths[at..].iter().take(138).take_while(|length| **length == 0).count();
            match zeros {
                0..=2 => said.push((usize::from(lengths[at]), 0, 0)),
                3..=10 => said.push((17, zeros as u32 - 3, 3)),
                _ => said.push((18, zeros as u32 - 11, 7)),
            }
            at += if zeros > 2 { zeros } else { 1 };
        }
        let mut counts = [0; 19];
        said.iter().for_each(|(symbol, ..)| counts[*symbol] += 1);
        let codes = Self::new(&counts, DEEPEST_OF_LENGTHS);
        let last = ORDER.iter().rposition(|symbol| codes.lengths[*symbol] > 0).unwrap_or(0).max(3);
        bits.put((used - END - 1) as u32, 5);
        bits.put(0, 5);
        bits.put(last as u32 - 3, 4);
        ORDER[..=last].iter().for_each(|symbol| bits.put(u32::from(codes.lengths[*symbol]), 3));
        for (symbol, more, size) in said {
            let (code, length) = codes.of(symbol);
            bits.put(code, length);
            bits.put(more, size);
        }
    }
}

/// How deep each symbol lies in Huffman's tree, which joins the two rarest again and again; 0 where it does not occur.
fn depths(weights: &[u32]) -> Vec<u8> {
    let mut leaves: Vec<usize> = (0..weights.len()).filter(|symbol| weights[*symbol] > 0).collect();
    let mut depths = vec![0; weights.len()];
    if leaves.len() == 1 {
        depths[leaves[0]] = 1;
        return depths;
    }
    leaves.sort_by_key(|symbol| weights[*symbol]);
    // Leaves, then what they were joined to; each with its parent, joined in the order of their weights.
    let count = leaves.len();
    let mut nodes: Vec<(u32, usize)> = leaves.iter().map(|symbol| (weights[*symbol], 0)).collect();
    let (mut leaf, mut joined) = (0, count);
    while nodes.len() + 1 < 2 * count {
        let parent = nodes.len();
        let mut weight = 0;
        for _ in 0..2 {
            let takes_leaf = leaf < count && (joined == parent || nodes[leaf].0 <= nodes[joined].0);
            let next = if takes_leaf { &mut leaf } else { &mut joined };
            weight += nodes[*next].0;
            nodes[*next].1 = parent;
            *next += 1;
        }
        nodes.push((weight, 0));
    }
    // From the root down: parents come after their children.
    let mut deep = vec![0u8; nodes.len()];
    for node in (0..nodes.len() - 1).rev() {
        deep[node] = deep[nodes[node].1] + 1;
    }
    leaves.iter().zip(deep).for_each(|(symbol, depth)| depths[*symbol] = depth);
    depths
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn read_by_others(stream: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(stream).read_to_end(&mut bytes).expect("a zlib stream");
        bytes
    }

    /// Bytes of so many kinds without an order that repeats.
    fn noise(count: usize, kinds: u64) -> Vec<u8> {
        let next =
            |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        std::iter::successors(Some(7u64), next).take(count).map(|state| ((state >> 40) % kinds) as u8).collect()
    }

    #[test]
    fn any_zlib_reads_what_is_written() {
        for count in [0, 1, 2, 3, 4, 5, 258, 259, 260, 261, 262, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 100_000] {
            for bytes in [vec![0; count], noise(count, 256), noise(count, 2), noise(count, 40)] {
                assert_eq!(read_by_others(&zlib(&bytes)), bytes, "{count}");
            }
        }
    }

    /// Weights like Fibonacci's numbers make the deepest tree: its codes would have more bits than are allowed.
    #[test]
    fn the_rarest_bytes_have_codes_that_are_short_enough() {
        let (mut bytes, mut pair) = (Vec::new(), [1, 1]);
        for byte in 0..21u8 {
            // Not beside one another: they would be copies.
            (0..pair[0]).for_each(|i| bytes.insert((i * 7919 + 13 * usize::from(byte)) % (bytes.len() + 1), byte));
            pair = [pair[1], pair[0] + pair[1]];
        }
        assert_eq!(read_by_others(&zlib(&bytes)), bytes);
    }

    #[test]
    fn what_repeats_is_small_and_noise_is_hardly_larger_than_it_is() {
        assert!(zlib(&[0; 1 << 20]).len() < 4000);
        let noise = noise(1 << 20, 256);
        assert!(zlib(&noise).len() < noise.len() + 200);
    }
}
