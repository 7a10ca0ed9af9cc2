import { beforeEach, inject } from "vitest";

if (!inject("isOlderServer")) beforeEach(({ skip }) => skip());
