import { LoadingStatus } from "#web/ui/feedback/skeleton.tsx";
import * as styles from "#web/ui/feedback/state.css.ts";

import * as sections from "./form-section.css.ts";

type SkeletonFormProps = { fields: number; label: string };

/** Placeholder of the first section of a long form. */
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

/** Placeholders with the height of labels and fields. */
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
