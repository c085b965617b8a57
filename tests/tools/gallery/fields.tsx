import { useState } from "react";

import { NewPinFields } from "#web/parts/new-password/new-pin.tsx";
import { NameFields, NewPasswordFields } from "#web/parts/person-fields.tsx";
import { FieldPair, Hint } from "#web/ui/form/field.tsx";
import { FormSave, FormSection, Span } from "#web/ui/form/form-section.tsx";
import { MoreFields } from "#web/ui/form/more-fields.tsx";
import { ListSearchBox, SearchBox } from "#web/ui/form/search-box.tsx";
import { SelectField, ToolSelect } from "#web/ui/form/select-field.tsx";
import { Stepper } from "#web/ui/form/stepper.tsx";
import { Suggest } from "#web/ui/form/suggest.tsx";
import { SwitchRow } from "#web/ui/form/switch-row.tsx";
import {
  AmountField,
  AmountInput,
  PasswordField,
  TextAreaField,
  TextField,
} from "#web/ui/form/text-field.tsx";

import { Group, Line } from "./group.tsx";

const NOTHING = () => undefined;

export function Fields() {
  return (
    <Group title="Fields">
      <FieldPair>
        <TextField label="First Name" defaultValue="Ama" />
        <TextField label="Last Name" error="Last name is required" />
      </FieldPair>
      <TextField label="Phone" optional hint="With the area code" />
      <TextField label="Tax rate" unit="%" defaultValue="20.00" />
      <TextField label="Email" disabled defaultValue="ama@mail.example" />
      <PasswordField label="Password" defaultValue="correct horse" />
      <TextAreaField label="Address" optional defaultValue="22 Lagos Avenue, East Legon" />
      <AmountField label="Price" symbol="GH₵" defaultValue="1,234.50" />
      <AmountField label="Cost" symbol="GH₵" error="Price is not an amount" defaultValue="1.234" />
      <Line>
        <AmountInput label="Unit price of Milo 400g" symbol="GH₵" defaultValue="62.50" />
      </Line>
      <SelectField label="Currency" defaultValue="GHS">
        <option>GHS</option>
        <option>USD</option>
      </SelectField>
      <Line>
        <ToolSelect label="Period" defaultValue="30">
          <option value="30">Last 30 days</option>
        </ToolSelect>
      </Line>
      <Hint>A note on more than one field.</Hint>
    </Group>
  );
}

export function PersonFields() {
  const field = (name: string) => ({ name, value: "", error: undefined, onChange: NOTHING });
  return (
    <Group title="Your account">
      <NameFields field={field} />
      <NewPasswordFields field={field} />
      <NewPinFields personRole="cashier" field={field} />
    </Group>
  );
}

export function FilledBySteps() {
  const [count, setCount] = useState("3");
  const [search, setSearch] = useState("");
  const [isOn, setIsOn] = useState(true);
  return (
    <Group title="Steps, switches and searches">
      <Line>
        <Stepper label="Quantity" thing="Milo 400g" value={count} max={9} onChange={setCount} />
        <Stepper
          label="Most"
          thing="Gari 1kg"
          scale="large"
          value="9"
          max={9}
          onChange={setCount}
        />
      </Line>
      <SwitchRow
        label="Low stock alerts"
        hint="One email a day"
        checked={isOn}
        onChange={setIsOn}
      />
      <SwitchRow label="System alerts" checked={!isOn} disabled onChange={setIsOn} />
      <SearchBox
        label="Search products"
        placeholder="Search by name"
        value={search}
        onChange={setSearch}
      />
      <ListSearchBox label="Search a long list" value={search} onChange={setSearch} />
      <Suggest
        label="Add a product"
        text={search}
        onText={setSearch}
        suggestions={[{ id: "milo", title: "Milo 400g", end: "GH₵62.50" }]}
        none="No product matches"
        onPick={() => undefined}
      />
    </Group>
  );
}

export function LongForm() {
  return (
    <Group title="A long form">
      <FormSection title="Business" hint="As printed on the receipt">
        <TextField label="Business name" defaultValue="Adom Provisions, Osu" />
        <TextField label="Phone" defaultValue="024 811 4470" />
        <Span>
          <TextAreaField label="Receipt footer" defaultValue="Thank you" />
        </Span>
      </FormSection>
      <MoreFields label="More details" needed={false}>
        <TextField label="SKU" />
      </MoreFields>
      <FormSave busy={false} problem={undefined} />
    </Group>
  );
}
