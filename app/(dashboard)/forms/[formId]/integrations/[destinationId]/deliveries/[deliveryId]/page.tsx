export { default, metadata } from "../../../webhook/deliveries/[deliveryId]/page";
