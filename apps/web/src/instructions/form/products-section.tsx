import AddOutlined from "@mui/icons-material/AddOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import { useEffect, useRef } from "react";
import { FORMATS, POINTS, PRODUCT_KINDS, type ProductKind, VECTORS } from "../product-labels.ts";
import { NEW_PRODUCT, type ProductDraft } from "./draft.ts";
import { Field, fieldId, Group, Row, useFields } from "./form-fields.tsx";
import type { InstructionFormOf } from "./use-instruction-form.ts";
import { TitledSection } from "../../ui/page/titled-section.tsx";

const optionsOf = <K extends string>(words: Readonly<Record<K, string>>) =>
  Object.entries(words) as [K, string][];

const KINDS = optionsOf(PRODUCT_KINDS);

/** A kind that is not listed yet, so that the new one differs. */
function nextProduct(products: readonly ProductDraft[]): ProductDraft {
  const free = KINDS.find(([kind]) => !products.some((each) => each.kind === kind));
  return { ...NEW_PRODUCT, kind: free?.[0] ?? "dtm" };
}

/** The products of an instruction: added, changed and deleted by their place. */
export function ProductsSection({
  state,
  dispatch,
}: Pick<InstructionFormOf, "state" | "dispatch">) {
  const { products } = state.draft;
  const { faultOf, disabled } = useFields();
  const add = useRef<HTMLButtonElement>(null);
  const count = useRef(products.length);
  useEffect(() => {
    // Focus would be lost with the row that was deleted, and belongs on the one that was added.
    const isAdded = products.length > count.current;
    if (products.length < count.current) add.current?.focus();
    if (isAdded) document.getElementById(fieldId(`products.${products.length - 1}.kind`))?.focus();
    count.current = products.length;
  }, [products.length]);
  const fault = faultOf("products");
  return (
    <TitledSection gap={2} title="Products">
      {products.map((product, index) => (
        <ProductRow
          // oxlint-disable-next-line react/no-array-index-key -- a product is its place in the list
          key={index}
          index={index}
          product={product}
          onChange={(change) =>
            dispatch({ type: "updateProduct", index, product: { ...product, ...change } })
          }
          onDelete={() => dispatch({ type: "deleteProduct", index })}
        />
      ))}
      {fault === undefined ? null : <FormHelperText error>The list {fault}</FormHelperText>}
      <Box>
        <Button
          ref={add}
          id={fieldId("products")}
          variant="outlined"
          startIcon={<AddOutlined />}
          disabled={disabled}
          onClick={() => dispatch({ type: "addProduct", product: nextProduct(products) })}
        >
          Add product
        </Button>
      </Box>
    </TitledSection>
  );
}

const isVector = ({ kind }: ProductDraft): boolean => kind === "contours" || kind === "boundary";

interface ProductRowProps {
  readonly index: number;
  readonly product: ProductDraft;
  readonly onChange: (change: Partial<ProductDraft>) => void;
  readonly onDelete: () => void;
}

/** A product and the button that deletes it; on a phone with a line below. */
const PRODUCT = {
  display: "flex",
  alignItems: "flex-start",
  gap: 1,
  pb: { xs: 2, sm: 0 },
  borderBottom: { xs: "1px solid var(--mui-palette-divider)", sm: 0 },
} as const;

function ProductRow({ index, product, onChange, onDelete }: ProductRowProps) {
  const { disabled } = useFields();
  const at = `products.${index}`;
  return (
    <Group aria-label={`Product ${index + 1}`} sx={PRODUCT}>
      <Row>
        <Field<ProductKind>
          name={`${at}.kind`}
          label="Product"
          width={220}
          value={product.kind}
          options={KINDS}
          onChange={(kind) => onChange({ kind })}
        />
        <ProductSettings at={at} product={product} onChange={onChange} />
      </Row>
      <IconButton aria-label={`Delete product ${index + 1}`} disabled={disabled} onClick={onDelete}>
        <DeleteOutlined />
      </IconButton>
    </Group>
  );
}

interface SettingsProps extends Pick<ProductRowProps, "product" | "onChange"> {
  readonly at: string;
}

function ProductSettings({ at, product, onChange }: SettingsProps) {
  if (product.kind === "pointCloud")
    return (
      <>
        <Field
          name={`${at}.format`}
          label="Format"
          width={240}
          value={product.format}
          options={optionsOf(FORMATS)}
          onChange={(format) => onChange({ format })}
        />
        <Field
          name={`${at}.points`}
          label="Points"
          value={product.points}
          options={optionsOf(POINTS)}
          onChange={(points) => onChange({ points })}
        />
      </>
    );
  return (
    <>
      {product.kind === "contours" ? (
        <Field
          name={`${at}.interval`}
          label="Interval"
          unit="m"
          value={product.interval}
          onChange={(interval) => onChange({ interval })}
        />
      ) : null}
      <Field
        name={`${at}.cell`}
        label={product.kind === "contours" ? "Cell of the terrain" : "Cell"}
        unit="m"
        width={200}
        value={product.cell}
        onChange={(cell) => onChange({ cell })}
      />
      {isVector(product) ? (
        <Field
          name={`${at}.format`}
          label="Format"
          width={200}
          value={product.vectors}
          options={optionsOf(VECTORS)}
          onChange={(vectors) => onChange({ vectors })}
        />
      ) : (
        <Box sx={{ alignSelf: "center", color: "text.secondary" }}>GeoTIFF (COG)</Box>
      )}
    </>
  );
}
