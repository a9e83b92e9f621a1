/** The inverse of a symmetric matrix whose eigenvalues are all above zero, by Cholesky's decomposition. */
export function positiveInverse(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = cholesky(matrix);
  const size = matrix.length;
  const columns = Array.from({ length: size }, (_, column) => {
    const unit = new Float64Array(size);
    unit[column] = 1;
    return solved(lower, unit);
  });
  return columns;
}

/** The x for which matrix · x is this vector. */
export function solve(matrix: readonly Float64Array[], vector: Float64Array): Float64Array {
  return solved(cholesky(matrix), Float64Array.from(vector));
}

function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (let row = 0; row < matrix.length; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!;
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!;
      lower[row]![column] = row === column ? Math.sqrt(sum) : sum / lower[column]![column]!;
    }
  return lower;
}

/** Forwards through the triangle, and back through its transpose; in place. */
function solved(lower: readonly Float64Array[], vector: Float64Array): Float64Array {
  const size = lower.length;
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) vector[row]! -= lower[row]![k]! * vector[k]!;
    vector[row]! /= lower[row]![row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) vector[row]! -= lower[k]![row]! * vector[k]!;
    vector[row]! /= lower[row]![row]!;
  }
  return vector;
}
