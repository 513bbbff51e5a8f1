// What somebody asks for may have to be fetched, and comes a moment later. By then they may want something else in its
// place, or nothing: the last wish counts.

/** Where one thing is at a time. */
export class Place {
  #wishes = 0;

  /** Something is wanted here, or nothing, and what was wanted before is no longer. Tells later whether this still is. */
  want(): () => boolean {
    this.#wishes += 1;
    const wish = this.#wishes;
    return () => this.#wishes === wish;
  }
}

export const places = { beside: new Place(), dialog: new Place(), equations: new Place(), scene: new Place() };
