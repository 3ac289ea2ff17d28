//! The structure of L: which columns are eliminated together, and which rows they fill.
//!
//! Found on the graph of the groups, whose unknowns are coupled alike: elimination tree, post-order, counts, columns with the
//! same rows below them joined to supernodes, small neighbours amalgamated, patterns upwards from the leaves.

use std::ops::Range;

/// The graph of the groups that have unknowns: neighbours of each, ascending.
pub(super) struct Graph {
    pub neighbours: Vec<Vec<usize>>,
    /// Unknowns of each.
    pub weights: Vec<usize>,
}

/// Dense blocks of L by columns, one a supernode: its own rows first, then those below.
#[derive(Debug)]
pub(super) struct Supernodes {
    /// First unknown of each, in the order of elimination, and one past the last.
    begin: Vec<usize>,
    /// Rows below, ascending, and where those of each supernode begin.
    rows: Vec<usize>,
    row_start: Vec<usize>,
    value_start: Vec<usize>,
    /// Supernode of each unknown.
    pub owner: Vec<usize>,
}

impl Supernodes {
    /// How many.
    pub fn count(&self) -> usize {
        self.begin.len() - 1
    }

    /// Its unknowns, in the order of elimination.
    pub fn own(&self, supernode: usize) -> Range<usize> {
        self.begin[supernode]..self.begin[supernode + 1]
    }

    /// The rows below.
    pub fn below(&self, supernode: usize) -> &[usize] {
        &self.rows[self.row_start[supernode]..self.row_start[supernode + 1]]
    }

    /// Where its values are: columns of own rows and rows below.
    pub fn values(&self, supernode: usize) -> Range<usize> {
        self.value_start[supernode]..self.value_start[supernode + 1]
    }

    /// Number of stored values.
    pub fn entries(&self) -> usize {
        self.value_start[self.count()]
    }

    /// Most rows below any.
    pub fn most_below(&self) -> usize {
        self.row_start.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    }

    /// Where the value of a row and an earlier (or the same) column is.
    pub fn place(&self, row: usize, column: usize) -> usize {
        let s = self.owner[column];
        let (own, below) = (self.own(s), self.below(s));
        let local = if row < own.end {
            row - own.start
        } else {
            own.len() + below.binary_search(&row).unwrap_or_else(|_| unreachable!("a row of the matrix is a row of L"))
        };
        self.value_start[s] + (column - own.start) * (own.len() + below.len()) + local
    }

    /// Refines an order of the groups (new to old) and finds the structure of the factor.
    pub fn new(graph: &Graph, order: &[usize]) -> (Self, Vec<usize>) {
        let size = order.len();
        let lower = graph.lower(order);
        let parent = compute_tree(&lower);
        let walk = walk_from_the_leaves(&parent);
        let order: Vec<usize> = walk.iter().map(|&k| order[k]).collect();
        let mut rank = vec![size; size + 1];
        walk.iter().enumerate().for_each(|(new, &old)| rank[old] = new);
        let parent: Vec<usize> = walk.iter().map(|&old| rank[parent[old]]).collect();
        let lower = graph.lower(&order);
        let weights: Vec<usize> = order.iter().map(|&g| graph.weights[g]).collect();
        let columns = join(&weights, &parent, &count_rows(&lower, &weights, &parent));
        let structure = Self::build(&lower, &weights, &columns);
        (structure, order)
    }

    /// Patterns from the leaves upwards, then unknowns instead of groups.
    fn build(lower: &[Vec<usize>], weights: &[usize], columns: &[Range<usize>]) -> Self {
        let mut above = vec![Vec::new(); lower.len()];
        lower.iter().enumerate().for_each(|(i, list)| list.iter().for_each(|&j| above[j].push(i)));
        let mut first = vec![0];
        weights.iter().for_each(|w| first.push(first[first.len() - 1] + w));
        let mut node = vec![0; lower.len()];
        columns.iter().enumerate().for_each(|(s, range)| node[range.clone()].fill(s));
        let mut patterns: Vec<Vec<usize>> = Vec::with_capacity(columns.len());
        let mut children = vec![Vec::new(); columns.len()];
        let mut mark = vec![usize::MAX; lower.len()];
        for (s, range) in columns.iter().enumerate() {
            let mut pattern = Vec::new();
            let from_matrix = range.clone().flat_map(|j| &above[j]);
            let from_children = children[s].iter().flat_map(|&c: &usize| &patterns[c]);
            for &i in from_matrix.chain(from_children) {
                if i >= range.end && mark[i] != s {
                    mark[i] = s;
                    pattern.push(i);
                }
            }
            pattern.sort_unstable();
            if let Some(&next) = pattern.first() {
                children[node[next]].push(s);
            }
            patterns.push(pattern);
        }
        let mut structure = Self {
            begin: vec![0],
            rows: Vec::new(),
            row_start: vec![0],
            value_start: vec![0],
            owner: Vec::with_capacity(first[lower.len()]),
        };
        for (s, (range, pattern)) in columns.iter().zip(&patterns).enumerate() {
            let own = first[range.end] - first[range.start];
            structure.rows.extend(pattern.iter().flat_map(|&i| first[i]..first[i + 1]));
            let below = structure.rows.len() - structure.row_start[s];
            structure.row_start.push(structure.rows.len());
            structure.value_start.push(structure.value_start[s] + own * (own + below));
            structure.begin.push(first[range.end]);
            structure.owner.resize(first[range.end], s);
        }
        structure
    }
}

impl Graph {
    /// For each group in this order (new to old), its neighbours that come earlier.
    fn lower(&self, order: &[usize]) -> Vec<Vec<usize>> {
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| rank[old] = new);
        let earlier =
            |(new, &old): (usize, &usize)| self.neighbours[old].iter().map(|&b| rank[b]).filter(|&b| b < new).collect();
        order.iter().enumerate().map(earlier).collect()
    }
}

/// The parent of each in the elimination tree; one past the last for a root.
fn compute_tree(lower: &[Vec<usize>]) -> Vec<usize> {
    let size = lower.len();
    let (mut parent, mut ancestor) = (vec![size; size], vec![size; size]);
    for (i, list) in lower.iter().enumerate() {
        for &j in list {
            let mut j = j;
            while j < i {
                let next = ancestor[j];
                ancestor[j] = i;
                if next == size {
                    parent[j] = i;
                }
                j = next;
            }
        }
    }
    parent
}

/// Children before their parents, those of a parent one after the other.
fn walk_from_the_leaves(parent: &[usize]) -> Vec<usize> {
    let size = parent.len();
    let mut children = vec![Vec::new(); size + 1];
    (0..size).rev().for_each(|j| children[parent[j]].push(j));
    let (mut walk, mut stack) = (Vec::with_capacity(size), vec![size]);
    while let Some(&top) = stack.last() {
        if let Some(child) = children[top].pop() {
            stack.push(child);
        } else {
            stack.pop();
            walk.push(top);
        }
    }
    walk.pop();
    walk
}

/// Unknowns in each column of L.
fn count_rows(lower: &[Vec<usize>], weights: &[usize], parent: &[usize]) -> Vec<usize> {
    let mut count = weights.to_vec();
    let mut mark = vec![usize::MAX; lower.len()];
    for (i, list) in lower.iter().enumerate() {
        mark[i] = i;
        for &j in list {
            let mut j = j;
            while mark[j] != i {
                mark[j] = i;
                count[j] += weights[i];
                j = parent[j];
            }
        }
    }
    count
}

/// Columns that are eliminated together: those with the same rows, and small ones with their parent when few zeros are added.
fn join(weights: &[usize], parent: &[usize], count: &[usize]) -> Vec<Range<usize>> {
    struct Node {
        range: Range<usize>,
        own: usize,
        below: usize,
        /// Values that are not zero.
        filled: usize,
    }
    let stored = |own: usize, below: usize| own * (own + 1) / 2 + own * below;
    let mut nodes: Vec<Node> = Vec::new();
    for j in 0..weights.len() {
        match nodes.last_mut() {
            Some(node) if parent[j - 1] == j && count[j - 1] - weights[j - 1] == count[j] => {
                node.range.end = j + 1;
                node.own += weights[j];
                node.below -= weights[j];
            }
            _ => nodes.push(Node { range: j..j + 1, own: weights[j], below: count[j] - weights[j], filled: 0 }),
        }
    }
    nodes.iter_mut().for_each(|node| node.filled = stored(node.own, node.below));
    // From the root down: a node meets its parent when that follows it.
    let mut joined: Vec<Node> = Vec::new();
    for node in nodes.into_iter().rev() {
        if let Some(next) = joined.last_mut().filter(|next| next.range.contains(&parent[node.range.end - 1])) {
            let own = node.own + next.own;
            let (all, filled) = (stored(own, next.below), node.filled + next.filled);
            let allowed = match own {
                0..=4 => 1.0,
                5..=16 => 0.8,
                17..=48 => 0.1,
                _ => 0.05,
            };
            if (all - filled) as f64 <= allowed * all as f64 {
                *next = Node { range: node.range.start..next.range.end, own, below: next.below, filled };
                continue;
            }
        }
        joined.push(node);
    }
    joined.into_iter().rev().map(|node| node.range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L of a random graph, its structure by elimination on a full matrix of marks.
    #[test]
    fn every_value_that_elimination_fills_has_a_place() {
        let size = 60;
        let mut state = 5_u64;
        let mut noise = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let weights: Vec<usize> = (0..size).map(|_| 1 + noise() % 3).collect();
        let mut full = vec![vec![false; size]; size];
        (0..70).for_each(|_| {
            let (a, b) = (noise() % size, noise() % size);
            (full[a][b], full[b][a]) = (a != b, a != b);
        });
        let neighbours = full.iter().map(|row| (0..size).filter(|&b| row[b]).collect()).collect();
        let given: Vec<usize> = (0..size).rev().collect();
        let (structure, order) = Supernodes::new(&Graph { neighbours, weights: weights.clone() }, &given);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..size).collect::<Vec<_>>());
        let mut marks: Vec<Vec<bool>> = order.iter().map(|&a| order.iter().map(|&b| full[a][b]).collect()).collect();
        for k in 0..size {
            let rows: Vec<usize> = (k + 1..size).filter(|&i| marks[i][k]).collect();
            rows.iter().for_each(|&i| rows.iter().for_each(|&j| marks[i][j] |= i != j));
        }
        let mut first = vec![0];
        order.iter().for_each(|&g| first.push(first[first.len() - 1] + weights[g]));
        let mut seen = std::collections::HashSet::new();
        for k in 0..size {
            for i in (k..size).filter(|&i| i == k || marks[i][k]) {
                for column in first[k]..first[k + 1] {
                    for row in (first[i]..first[i + 1]).filter(|&row| row >= column) {
                        let place = structure.place(row, column);
                        assert!(structure.values(structure.owner[column]).contains(&place) && seen.insert(place));
                    }
                }
            }
        }
        assert!(structure.count() < size && structure.entries() >= seen.len());
    }
}
