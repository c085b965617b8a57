import { useId } from "react";

import { Icon, type IconName } from "#web/ui/icon/icon.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./choice.css.ts";

export type Option<Value extends string> = { value: Value; label: string; icon: IconName };

type ChoiceProps<Value extends string> = {
  legend: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

type SegmentsProps<Value extends string> = ChoiceProps<Value> & {
  /** Only icons, on any background. Labels are for screen readers and tooltips. */
  quiet?: boolean;
};

/** Two or three exclusive choices. Real radio buttons, so arrow keys and screen readers work. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { quiet = false } = props;
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{props.legend}</VisuallyHidden>
      </legend>
      <div className={quiet ? styles.quietSegments : styles.segments}>
        <Radios {...props} style={quiet ? styles.quietSegment : styles.segment} />
      </div>
    </fieldset>
  );
}

/** A few exclusive choices, shown as tiles. */
export function ChoiceTiles<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className={styles.legend}>{props.legend}</legend>
      <div className={styles.tiles}>
        <Radios {...props} style={styles.tile} />
      </div>
    </fieldset>
  );
}

function Radios<Value extends string>({
  options,
  value,
  onChange,
  style,
  quiet = false,
}: SegmentsProps<Value> & { style: string }) {
  const name = useId();
  return options.map((option) => (
    <label key={option.value} className={style} title={quiet ? option.label : undefined}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        checked={option.value === value}
        onChange={() => onChange(option.value)}
      />
      <Icon name={option.icon} />
      {quiet ? <VisuallyHidden>{option.label}</VisuallyHidden> : <span>{option.label}</span>}
    </label>
  ));
}
