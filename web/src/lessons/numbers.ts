// Numbers in what lessons say.

/** With so many digits behind the point and a real minus sign, which a zero has not. */
export function fixed(value: number, digits: number): string {
  return (Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−');
}
