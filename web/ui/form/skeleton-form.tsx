import { LoadingStatus } from "#web/ui/feedback/skeleton.tsx";
import * as styles from "#web/ui/feedback/state.css.ts";

import * as sections from "./form-section.css.ts";

type SkeletonFormProps = { fields: number; label: string };

/** A first part of a long form where it will stand: its fields beside or below its title and hint. */
export function SkeletonForm({ fields, label }: SkeletonFormProps) {
  return (
    <div className={styles.bones}>
      <div className={sections.section} aria-hidden>
        <div className={sections.head}>
          <span className={styles.bone} style={{ width: "34%", margin: "6px 0" }} />
          <span className={styles.thin} style={{ width: "80%", margin: "6px 0" }} />
        </div>
        <Fields fields={fields} />
      </div>
      <LoadingStatus label={label} />
    </div>
  );
}

/** Labels and fields of the height they will have, where nothing stands above them. */
export function SkeletonFields({ fields, label }: SkeletonFormProps) {
  return (
    <div className={styles.bones}>
      <LoadingStatus label={label} />
      <Fields fields={fields} />
    </div>
  );
}

function Fields({ fields }: { fields: number }) {
  return (
    <div className={styles.boneForm} aria-hidden>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={styles.boneField}>
          <span className={styles.thin} style={{ width: "26%" }} />
          <span className={styles.boneControl} />
        </div>
      ))}
    </div>
  );
}
