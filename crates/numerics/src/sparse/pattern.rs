//! Which entries of a symmetric matrix can be different from zero.

/// Marks a row of a clique that is not an unknown (a prescribed displacement).
pub const NO_UNKNOWN: usize = usize::MAX;

/// The lower triangle of a symmetric matrix, by columns, made of full blocks between groups of unknowns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymmetricPattern {
    /// First unknown of each group, and one past the last unknown.
    group_start: Vec<usize>,
    /// Where the neighbours of each group begin in `neighbours`.
    neighbour_start: Vec<usize>,
    /// For each group, the groups after it that share a clique, ascending.
    neighbours: Vec<usize>,
    /// For each neighbour, how many rows of the group's columns come before its block (not counting the group's own).
    row_offset: Vec<usize>,
    column_start: Vec<usize>,
    rows: Vec<usize>,
}

impl SymmetricPattern {
    /// The pattern in which all groups of a clique are coupled.
    ///
    /// `group_sizes` counts the unknowns of each group (zero is allowed); each clique lists the groups of one element.
    pub fn new<'a>(group_sizes: &[usize], cliques: impl Iterator<Item = &'a [usize]>) -> Self {
        let mut group_start = Vec::with_capacity(group_sizes.len() + 1);
        group_start.push(0);
        for size in group_sizes {
            group_start.push(group_start[group_start.len() - 1] + size);
        }
        let mut sets = vec![Vec::new(); group_sizes.len()];
        for clique in cliques {
            for &a in clique {
                sets[a].extend(clique.iter().copied().filter(|&b| b > a && group_sizes[a] > 0 && group_sizes[b] > 0));
                // A node with many elements would otherwise collect every neighbour several times over.
                if sets[a].len() > 1024 {
                    sets[a].sort_unstable();
                    sets[a].dedup();
                }
            }
        }
        let mut neighbour_start = vec![0];
        let (mut neighbours, mut row_offset) = (Vec::new(), Vec::new());
        for mut set in sets {
            set.sort_unstable();
            set.dedup();
            let mut offset = 0;
            for &b in &set {
                row_offset.push(offset);
                offset += group_sizes[b];
            }
            neighbours.append(&mut set);
            neighbour_start.push(neighbours.len());
        }
        let (mut column_start, mut rows) = (vec![0], Vec::new());
        for g in 0..group_sizes.len() {
            for column in group_start[g]..group_start[g + 1] {
                rows.extend(column..group_start[g + 1]);
                for &b in &neighbours[neighbour_start[g]..neighbour_start[g + 1]] {
                    rows.extend(group_start[b]..group_start[b + 1]);
                }
                column_start.push(rows.len());
            }
        }
        Self { group_start, neighbour_start, neighbours, row_offset, column_start, rows }
    }

    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.column_start.len() - 1
    }

    /// Number of stored entries, those of the lower triangle.
    pub fn entries(&self) -> usize {
        self.rows.len()
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.group_start.len() - 1
    }

    /// The unknowns of a group.
    pub fn unknowns_of(&self, group: usize) -> std::ops::Range<usize> {
        self.group_start[group]..self.group_start[group + 1]
    }

    /// The groups after this one that it is coupled with, ascending.
    pub fn neighbours(&self, group: usize) -> &[usize] {
        &self.neighbours[self.neighbour_start[group]..self.neighbour_start[group + 1]]
    }

    /// Where each column begins among the stored entries.
    pub fn column_start(&self) -> &[usize] {
        &self.column_start
    }

    /// The row of each stored entry.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Where the block (`row_group`, `column_group`), with `row_group` not before `column_group`, begins in a column.
    ///
    /// The entry of the unknown `row` in the column `column` is at `column_start[column] + shift + row − column` for a
    /// diagonal block (`None`), and at `column_start[column] + (end − column) + shift + (row − start)` otherwise.
    pub(super) fn block_offset(&self, row_group: usize, column_group: usize) -> Option<usize> {
        let begin = self.neighbour_start[column_group];
        let found = self.neighbours(column_group).binary_search(&row_group).ok()?;
        Some(self.row_offset[begin + found])
    }
}
