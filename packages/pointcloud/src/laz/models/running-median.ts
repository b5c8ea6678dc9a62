/**
 * LASzip's running median of about five values (`StreamingMedian5`): a new value pushes out the greatest
 * and the least by turns. Coders have to follow it to the letter.
 */
export class RunningMedian {
  #least = 0;
  #low = 0;
  median = 0;
  #high = 0;
  #greatest = 0;
  #dropsGreatest = true;

  add(value: number): void {
    if (this.#dropsGreatest) this.#dropGreatest(value);
    else this.#dropLeast(value);
  }

  #dropGreatest(value: number): void {
    if (value >= this.median) {
      this.#dropsGreatest = false;
      if (value >= this.#high) this.#greatest = value;
      else {
        this.#greatest = this.#high;
        this.#high = value;
      }
      return;
    }
    this.#greatest = this.#high;
    this.#high = this.median;
    if (value >= this.#low) this.median = value;
    else {
      this.median = this.#low;
      if (value >= this.#least) this.#low = value;
      else {
        this.#low = this.#least;
        this.#least = value;
      }
    }
  }

  #dropLeast(value: number): void {
    if (value <= this.median) {
      this.#dropsGreatest = true;
      if (value <= this.#low) this.#least = value;
      else {
        this.#least = this.#low;
        this.#low = value;
      }
      return;
    }
    this.#least = this.#low;
    this.#low = this.median;
    if (value <= this.#high) this.median = value;
    else {
      this.median = this.#high;
      if (value <= this.#greatest) this.#high = value;
      else {
        this.#high = this.#greatest;
        this.#greatest = value;
      }
    }
  }
}
